// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/** Services {@code dovecot} with low limits. */
final class SmallSite {
    static final int CONNECTIONS_PER_USER = 3;

    private SmallSite() {}

    static SutService service(Path folder) {
        return new DovecotServiceType()
                .create(new SutContext<>("site", SutContext.Mode.EMBEDDED, parameters(), folder));
    }

    private static DovecotParameters parameters() {
        Map<String, String> postfix = Map.of("message_size_limit", "4000000");
        return new DovecotParameters(
                Security.TLS,
                200,
                20,
                1,
                postfix,
                DovecotParameters.Storage.SDBOX,
                List.of(
                        "mail_max_userip_connections = " + CONNECTIONS_PER_USER,
                        "login_greeting = ready for tests.",
                        // Without a delay after a wrong password.
                        "auth_failure_delay = 0",
                        "service anvil {",
                        "  unix_listener anvil-auth-penalty {",
                        "    mode = 0",
                        "  }",
                        "}"));
    }
}
