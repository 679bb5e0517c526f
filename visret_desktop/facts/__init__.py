"""What people say of when, where and with what, as conditions on photos."""
