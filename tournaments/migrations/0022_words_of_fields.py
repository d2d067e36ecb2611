
import django.core.validators
import django.db.models.deletion
import tournaments.models.stage
import tournaments.models.tournament
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_status_before'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='entry',
            options={'ordering': ('tournament', 'start_number'), 'verbose_name': 'entrant', 'verbose_name_plural': 'entrants'},
        ),
        migrations.AlterModelOptions(
            name='penalty',
            options={'ordering': ('entry', 'id'), 'verbose_name': 'penalty', 'verbose_name_plural': 'penalties'},
        ),
        migrations.AlterModelOptions(
            name='role',
            options={'ordering': ('tournament', 'kind', 'user'), 'verbose_name': 'role', 'verbose_name_plural': 'roles'},
        ),
        migrations.AlterModelOptions(
            name='stage',
            options={'ordering': ('tournament', 'number'), 'verbose_name': 'stage', 'verbose_name_plural': 'stages'},
        ),
        migrations.AlterModelOptions(
            name='tournament',
            options={'ordering': ('-starts_at', 'slug'), 'verbose_name': 'tournament', 'verbose_name_plural': 'tournaments'},
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='after',
            field=models.JSONField(blank=True, null=True, verbose_name='after'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='at',
            field=models.DateTimeField(verbose_name='when'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='before',
            field=models.JSONField(blank=True, null=True, verbose_name='before'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='number',
            field=models.PositiveIntegerField(help_text='In the tournament’s log, from 1.', verbose_name='number'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='stage',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='stage'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='audit_log', to='tournaments.tournament', verbose_name='tournament'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='birth_year',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Tells players of the same name apart.', null=True, verbose_name='birth year'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='checked_in_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='checked in at'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='club',
            field=models.CharField(blank=True, help_text='Tells players of the same name apart.', max_length=60, verbose_name='club'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='entered_at',
            field=models.DateTimeField(verbose_name='entered at'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='name',
            field=models.CharField(max_length=40, verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='nation',
            field=models.CharField(blank=True, help_text='Two letters, by ISO 3166.', max_length=3, verbose_name='nation'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='start_number',
            field=models.PositiveIntegerField(help_text='In the order of entry.', verbose_name='start number'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='status',
            field=models.CharField(choices=[('entered', 'Entered'), ('checked_in', 'Checked in'), ('stand_by', 'Waiting list'), ('withdrawn', 'Withdrawn'), ('disqualified', 'Disqualified')], default='entered', max_length=12, verbose_name='status'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='title_holder',
            field=models.BooleanField(default=False, help_text='Does not count in the quota of their nation.', verbose_name='title holder'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament', verbose_name='tournament'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tournament_entries', to=settings.AUTH_USER_MODEL, verbose_name='account'),
        ),
        migrations.AlterField(
            model_name='forbiddenpair',
            name='one',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry', verbose_name='first entrant'),
        ),
        migrations.AlterField(
            model_name='forbiddenpair',
            name='other',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry', verbose_name='second entrant'),
        ),
        migrations.AlterField(
            model_name='forbiddenpair',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_pairs', to='tournaments.tournament', verbose_name='tournament'),
        ),
        migrations.AlterField(
            model_name='handresult',
            name='at',
            field=models.DateTimeField(verbose_name='when'),
        ),
        migrations.AlterField(
            model_name='handresult',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by'),
        ),
        migrations.AlterField(
            model_name='handresult',
            name='reason',
            field=models.CharField(max_length=200, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='handresult',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_results', to='tournaments.stagetable', verbose_name='table'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='cheating',
            field=models.BooleanField(default=False, help_text='Players may cheat, and accuse each other. They are told before they enter.', verbose_name='cheating'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='clock',
            field=models.PositiveSmallIntegerField(blank=True, choices=[(15, '15 seconds a decision'), (30, '30 seconds a decision'), (60, '60 seconds a decision')], help_text='Time to think, at tables played on this site. Each player also has a reserve for the whole game; when both are used up, a move is made for them. Without a clock, one player can hold up a stage.', null=True, verbose_name='clock'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='edition',
            field=models.CharField(choices=[('base', 'Classic'), ('magic', 'Wizard Magic')], default='base', help_text="Wizard Magic: a suit's 1 is a Wizard that beats all other Wizards when it is played to a trick in which its own suit must be followed.", max_length=20, verbose_name='edition'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='name',
            field=models.CharField(help_text='Only organisers see it.', max_length=60, unique=True, verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='pause',
            field=models.PositiveSmallIntegerField(default=8, help_text="Seconds between two rounds, 0 to 60. With cheating, at least 5, so that players can still accuse when a round's last cards prove a cheat.", verbose_name='pause'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='preset',
            field=models.CharField(choices=[('standard', 'Standard'), ('dm2008', 'Championship 2008'), ('tournament', 'Tournament'), ('custom', 'Custom rounds')], default='tournament', help_text='How many rounds, and of how many cards. Custom: the rounds below.', max_length=12, verbose_name='preset'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='restriction',
            field=models.CharField(blank=True, choices=[('american', 'Free bidding'), ('notequal', 'Never equal'), ('german', 'Never equal after round three'), ('canadian', 'Never equal for a leading dealer')], help_text='When the bids must not add up to the number of tricks. Empty: as in the preset.', max_length=10, verbose_name='restriction'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='rounds',
            field=models.JSONField(blank=True, help_text='For custom rounds: a list of cards, or of objects with cards, restriction, reveal.', null=True, verbose_name='rounds'),
        ),
        migrations.AlterField(
            model_name='optionmix',
            name='spare_one_card',
            field=models.BooleanField(default=False, help_text='No restriction in one-card rounds.', verbose_name='spare one card'),
        ),
        migrations.AlterField(
            model_name='penalty',
            name='at',
            field=models.DateTimeField(verbose_name='when'),
        ),
        migrations.AlterField(
            model_name='penalty',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by'),
        ),
        migrations.AlterField(
            model_name='penalty',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.entry', verbose_name='entrant'),
        ),
        migrations.AlterField(
            model_name='penalty',
            name='points',
            field=models.IntegerField(help_text='Tournament points that are lost; below 0 they are given back.', verbose_name='points'),
        ),
        migrations.AlterField(
            model_name='penalty',
            name='reason',
            field=models.CharField(max_length=200, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='penalty',
            name='stage',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.stage', verbose_name='stage'),
        ),
        migrations.AlterField(
            model_name='role',
            name='kind',
            field=models.CharField(choices=[('owner', 'Owner'), ('arbiter', 'Arbiter'), ('helper', 'Helper'), ('viewer', 'Viewer')], default='viewer', help_text='Owners do everything; arbiters draw, run tables, enter results and penalties; helpers enter players and check them in; viewers look.', max_length=8, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='role',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournaments.tournament', verbose_name='tournament'),
        ),
        migrations.AlterField(
            model_name='role',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tournament_roles', to=settings.AUTH_USER_MODEL, verbose_name='account'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='closed_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='closed at'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='drawn_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='drawn at'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='kind',
            field=models.CharField(choices=[('drawn', 'Drawn by lot'), ('swiss', 'Swiss'), ('knock_out', 'Knock-out'), ('final', 'Final')], default='drawn', help_text='Swiss: the leader plays the best-placed players not met yet. Knock-out: only those who qualify at their table go on. Final: one table plays for the title.', max_length=9, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='name',
            field=models.CharField(blank=True, help_text='Empty: Stage 1, Final and so on.', max_length=60, verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='number',
            field=models.PositiveSmallIntegerField(help_text='Stages are played in the order of their numbers.', validators=[django.core.validators.MinValueValidator(1)], verbose_name='number'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='overrun_penalty',
            field=models.PositiveSmallIntegerField(default=0, help_text='Points that each player loses when their table runs over its time.', verbose_name='overrun penalty'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='overtime_minutes',
            field=models.PositiveSmallIntegerField(blank=True, help_text='The game is stopped this many minutes after its time is up. The rounds scored by then count. Empty: never.', null=True, validators=[django.core.validators.MaxValueValidator(600)], verbose_name='overtime minutes'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='points',
            field=models.CharField(choices=[('rank', 'Rank'), ('zero_sum', 'Zero-sum'), ('game', 'Game')], default='rank', help_text='Rank: by rank at the table. Zero-sum: +1 for each player below, −1 for each above. Game: the points of the game.', max_length=8, verbose_name='points'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='points_table',
            field=models.JSONField(default=tournaments.models.stage.usual_points, help_text='Points by rank, from the first. Shared ranks share their points.', verbose_name='points table'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='released_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='released at'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='started_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='started at'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.tournament', verbose_name='tournament'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='check_in_closes_at',
            field=models.DateTimeField(blank=True, help_text='Anyone who has not checked in by then is out. Empty: at the start.', null=True, verbose_name='check in closes at'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='check_in_opens_at',
            field=models.DateTimeField(blank=True, help_text='Empty: no check-in by the timetable; everyone who has entered plays.', null=True, verbose_name='check in opens at'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='description',
            field=models.TextField(blank=True, help_text='Plain text, for players: place, fee, what to bring.', verbose_name='description'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='entry_closes_at',
            field=models.DateTimeField(blank=True, help_text='Later entrants go on the waiting list.', null=True, verbose_name='entry closes at'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='entry_opens_at',
            field=models.DateTimeField(blank=True, help_text='Empty: at once.', null=True, verbose_name='entry opens at'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='fill_with_bots',
            field=models.BooleanField(default=True, help_text='Bots take seats whose players are not there. Off: the table waits for the organisers.', verbose_name='fill with bots'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='finished_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='finished at'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='name',
            field=models.CharField(help_text='As players see it.', max_length=80, verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='prizes',
            field=models.TextField(blank=True, help_text='One line for each place, from the first.', verbose_name='prizes'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='same_deals',
            field=models.BooleanField(default=False, help_text='All tables of one size in a stage play the same cards from the same seats.', verbose_name='same deals'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='slug',
            field=models.SlugField(help_text='The address of its pages: small letters, digits and hyphens.', max_length=60, unique=True, validators=[django.core.validators.RegexValidator('^[a-z0-9]+(-[a-z0-9]+)*$', 'Small letters, digits and single hyphens.')], verbose_name='slug'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='starts_at',
            field=models.DateTimeField(blank=True, help_text='When the first cards are dealt.', null=True, verbose_name='starts at'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='status',
            field=models.CharField(choices=[('entry', 'Entry'), ('check_in', 'Check-in'), ('running', 'Running'), ('finished', 'Finished'), ('cancelled', 'Cancelled')], db_index=True, default='entry', editable=False, max_length=9, verbose_name='status'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='time_zone',
            field=models.CharField(default=tournaments.models.tournament.site_time_zone, help_text='Where the tournament is played. All its times are entered and shown in this time zone. If you change it, they stay as you typed them: 10:00 stays 10:00, in the new time zone.', max_length=64, validators=[tournaments.models.tournament.check_time_zone], verbose_name='time zone'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='visibility',
            field=models.CharField(choices=[('draft', 'Draft'), ('unlisted', 'Unlisted'), ('public', 'Public')], default='draft', help_text='Draft: only organisers see it; unlisted: everyone who has the address; public: everyone.', max_length=8, verbose_name='visibility'),
        ),
    ]
