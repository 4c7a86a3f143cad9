// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.rig.Role;
import org.plateaubench.rig.Subjects;

/** The configuration of the server: TLS, one account for each role, the subjects of each user, and limits. */
record ServerConfiguration(String address, Path folder, ServerCertificate certificate, List<BrokerUser> users) {
    /** Greatest message, in bytes. Messages are sent in parts of half a megabyte. */
    private static final int MOST_PAYLOAD_BYTES = 1 << 20;
    /** Greatest stored data, in bytes; only leases are stored. */
    private static final int MOST_STORED_BYTES = 64 << 20;

    String text() {
        return """
                listen: "%s"
                server_name: plateau
                max_payload: %d
                write_deadline: "10s"
                tls {
                  cert_file: "%s"
                  key_file: "%s"
                  timeout: 10
                }
                jetstream {
                  store_dir: "%s"
                  max_memory_store: %d
                  max_file_store: %d
                }
                accounts {
                  CONTROLLERS {
                    jetstream { max_mem: %d, max_file: %d, max_streams: 4, max_consumers: 1000 }
                    exports: [ { stream: "plateau.to.>", accounts: [AGENTS] } ]
                    imports: [
                      { stream: { account: AGENTS, subject: "plateau.from.>" } }
                      { stream: { account: AGENTS, subject: "plateau.rig.>" } }
                    ]
                    users: [%s]
                  }
                  AGENTS {
                    exports: [
                      { stream: "plateau.from.>", accounts: [CONTROLLERS] }
                      { stream: "plateau.rig.>", accounts: [CONTROLLERS] }
                    ]
                    imports: [ { stream: { account: CONTROLLERS, subject: "plateau.to.>" } } ]
                    users: [%s]
                  }
                  SYSTEM { users: [] }
                }
                system_account: SYSTEM
                """.formatted(
                        address,
                        MOST_PAYLOAD_BYTES,
                        certificate.certificate(),
                        certificate.key(),
                        folder.resolve("jetstream"),
                        MOST_STORED_BYTES,
                        MOST_STORED_BYTES,
                        MOST_STORED_BYTES,
                        MOST_STORED_BYTES,
                        users(Role.CONTROLLER) + users(Role.CLOCK),
                        users(Role.AGENT));
    }

    private String users(Role role) {
        return users.stream()
                .filter(user -> user.role() == role)
                .map(ServerConfiguration::user)
                .collect(Collectors.joining());
    }

    private static String user(BrokerUser user) {
        List<String> publish = switch (user.role()) {
            case CONTROLLER -> List.of("plateau.to.>", "$JS.API.>", "$KV." + Subjects.LEASES + ".>");
            case CLOCK -> List.of(Subjects.to("*", Subjects.BROKER_CLOCK), Subjects.withdrawn("*"));
            case AGENT -> List.of(Subjects.presence(user.name()), Subjects.from(user.name(), "*"));
        };
        List<String> subscribe = switch (user.role()) {
            case CONTROLLER -> List.of("plateau.from.>", "plateau.rig.>", "_INBOX.>");
            case CLOCK -> List.of(Subjects.from("*", Subjects.BROKER_CLOCK));
            case AGENT -> List.of(Subjects.to(user.name(), "*"));
        };
        return "\n      { nkey: %s, permissions: { publish: [%s], subscribe: [%s] } }"
                .formatted(user.key(), quoted(publish.stream()), quoted(subscribe.stream()));
    }

    private static String quoted(Stream<String> subjects) {
        return subjects.map(subject -> '"' + subject + '"').collect(Collectors.joining(", "));
    }
}
