# SPDX-License-Identifier: Apache-2.0
from hmac import compare_digest

from radicale.auth import BaseAuth


class Auth(BaseAuth):
    def __init__(self, configuration):
        super().__init__(configuration)
        with open(configuration.get("auth", "htpasswd_filename"), encoding="utf-8") as file:
            self._password = file.read().encode()

    def login(self, login, password):
        return login if compare_digest(password.encode(), self._password) else ""
