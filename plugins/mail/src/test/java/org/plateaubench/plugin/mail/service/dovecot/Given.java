// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/** Small mail sites. */
final class Given {
    static final int CONNECTIONS_PER_USER = 3;

    private Given() {}

    static SutService service(Path folder) {
        return new DovecotServiceType()
                .create(new SutContext<>("site", SutContext.Mode.EMBEDDED, parameters(), folder));
    }

    private static DovecotParameters parameters() {
        return parameters(
                "plateau.test",
                "user{n}",
                Map.of("message_size_limit", "4000000"),
                List.of(
                        "login_greeting = ready for tests.",
                        // Tests do not wait for those who guess passwords.
                        "auth_failure_delay = 0",
                        "service anvil {",
                        "  unix_listener anvil-auth-penalty {",
                        "    mode = 0",
                        "  }",
                        "}"));
    }

    /** Keys of a site that listens on free ports. */
    static DovecotParameters parameters(
            String domain, String login, Map<String, String> postfixSettings, List<String> dovecotSettings) {
        return new DovecotParameters(
                Security.TLS,
                200,
                CONNECTIONS_PER_USER,
                20,
                1,
                domain,
                login,
                0,
                0,
                0,
                0,
                0,
                postfixSettings,
                DovecotParameters.Storage.SDBOX,
                dovecotSettings);
    }
}
