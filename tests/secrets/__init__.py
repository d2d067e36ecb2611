"""What could leak is shown to be there, and then shown to be hidden."""
