"""What tests of notifications share: devices with real keys, and a push service."""
