// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.rig.Role;
import org.plateaubench.rig.Subjects;

record ServerConfiguration(
        String address, Path folder, ServerCertificate certificate, boolean verifiesClients, List<BrokerUser> users) {
    /** Greatest message, in bytes. Messages are sent in parts of half a megabyte. */
    private static final int MOST_PAYLOAD_BYTES = 1 << 20;
    /** Greatest stored data, in bytes: leases, and what agents measure in runs that are not complete. */
    private static final long MOST_STORED_BYTES = 16L << 30;

    private static final int MOST_CONSUMERS = 1_000;

    String text() {
        return """
                listen: "%s"
                server_name: plateau
                max_payload: %d
                write_deadline: "10s"
                tls {
                  cert_file: "%s"
                  key_file: "%s"%s
                  timeout: 10
                }
                jetstream {
                  store_dir: "%s"
                  max_file_store: %d
                }
                accounts {
                  CONTROLLERS {
                    jetstream { max_mem: 0, max_file: %d, max_streams: 4, max_consumers: %d }
                    exports: [ { service: "plateau.run.>", accounts: [AGENTS] } ]
                    imports: [
                      { service: { account: AGENTS, subject: "plateau.to.>" } }
                      { stream: { account: AGENTS, subject: "plateau.from.>" } }
                      { stream: { account: AGENTS, subject: "plateau.rig.>" } }
                    ]
                    users: [%s]
                  }
                  AGENTS {
                    exports: [
                      { service: "plateau.to.>", accounts: [CONTROLLERS] }
                      { stream: "plateau.from.>", accounts: [CONTROLLERS] }
                      { stream: "plateau.rig.>", accounts: [CONTROLLERS] }
                    ]
                    imports: [ { service: { account: CONTROLLERS, subject: "plateau.run.>" } } ]
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
                        verifiesClients ? "\n  ca_file: \"" + certificate.authority() + "\"\n  verify: true" : "",
                        folder.resolve("jetstream"),
                        MOST_STORED_BYTES,
                        MOST_STORED_BYTES,
                        MOST_CONSUMERS,
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
            case CONTROLLER -> List.of("plateau.to.>", "$JS.API.>", "$JS.ACK.>", "$KV." + Subjects.LEASES + ".>");
            case CLOCK -> List.of(Subjects.to("*", Subjects.BROKER_CLOCK), Subjects.withdrawn("*"));
            case AGENT ->
                List.of(
                        Subjects.presence(user.name()),
                        Subjects.from(user.name(), "*"),
                        Subjects.published(user.name(), "*"));
        };
        List<String> subscribe = switch (user.role()) {
            case CONTROLLER -> List.of("plateau.from.>", "plateau.rig.>", "_INBOX.>");
            case CLOCK -> List.of(Subjects.from("*", Subjects.BROKER_CLOCK));
            case AGENT -> List.of(Subjects.to(user.name(), "*"), Subjects.inbox(user.name()) + ">");
        };
        // An agent may answer the commands that it receives.
        String answers = user.role() == Role.AGENT ? ", allow_responses: true" : "";
        return "\n      { nkey: %s, permissions: { publish: [%s], subscribe: [%s]%s } }"
                .formatted(user.key(), quoted(publish.stream()), quoted(subscribe.stream()), answers);
    }

    private static String quoted(Stream<String> subjects) {
        return subjects.map(subject -> '"' + subject + '"').collect(Collectors.joining(", "));
    }

    record BrokerUser(String name, Role role, String key) {}
}
