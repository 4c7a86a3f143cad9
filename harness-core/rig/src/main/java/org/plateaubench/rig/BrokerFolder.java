// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.wire.AgentNames;
import org.plateaubench.wire.MessageCodec;

/** The folder of a broker, accessible only by its owner. Safe for use by several threads and processes. */
public final class BrokerFolder {
    private static final String CLOCK = "broker-clock";

    private final Path folder;

    /** A certificate that the lab's authority has signed; {@code clients} is true if clients need a certificate too. */
    public record Lab(Path certificate, Path key, Path authority, boolean clients) {}

    record BrokerUser(String name, Role role, String password) {}

    private record State(
            String host,
            int port,
            List<BrokerUser> users,
            String clock,
            @Nullable Lab lab) {
        State with(List<BrokerUser> newUsers) {
            return new State(host, port, newUsers, clock, lab);
        }
    }

    BrokerFolder(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    /** Prepares the folder of a broker that is started; without a lab, with a certificate that is made here. */
    public static BrokerFolder prepare(Path folder, String host, int port, @Nullable Lab lab)
            throws IOException, InterruptedException {
        OwnerOnly.folder(folder.toAbsolutePath());
        BrokerFolder prepared = new BrokerFolder(folder);
        // The folder may exist and be readable by all, but the log contains the names and addresses of a rig.
        OwnerOnly.fileToAppend(prepared.log());
        OwnerOnly.fileToAppend(prepared.reloadLog());
        OwnerOnly.folder(prepared.store());
        String clock = OwnerOnly.newPassword();
        prepared.change(before -> new State(host, port, before.users(), clock, lab));
        return prepared;
    }

    /** The credentials with which the processes of the broker itself connect to it. */
    Credentials clock() throws IOException, InterruptedException {
        State state = state();
        Lab lab = state.lab();
        Credentials.LabCertificate certificate = lab == null
                ? null
                : new Credentials.LabCertificate(
                        lab.certificate().toString(), lab.key().toString());
        String url = "tls://localhost:" + state.port();
        return new Credentials(CLOCK, Role.CLOCK, url, authority(state), state.clock(), certificate);
    }

    private String authority(State state) throws IOException, InterruptedException {
        return Files.readString(certificate(state).authority(), StandardCharsets.US_ASCII);
    }

    private State state() throws IOException {
        return RigDocument.read(users().toString(), Files.readAllBytes(users()), State.class);
    }

    public static BrokerFolder existing(Path folder) throws IOException {
        BrokerFolder existing = new BrokerFolder(folder);
        if (!Files.exists(existing.users())) {
            throw new IOException(folder
                    + " is not a folder of a broker: start one first with ./plateau broker --folder " + folder + ".");
        }
        return existing;
    }

    /** The reason why a name is not valid, without a full stop; or empty. A controller may have the name of an agent. */
    public static Optional<String> problem(String name, Role role) {
        return AgentNames.problem(name).filter(reason -> role == Role.AGENT || !Names.isValid(name));
    }

    /** Admits a user; the files of its certificate are on the user's host and are not read here. */
    public Credentials add(String name, Role role, Credentials.@Nullable LabCertificate certificate)
            throws IOException, InterruptedException {
        Optional<String> problem = problem(name, role);
        if (problem.isPresent()) {
            throw new IOException(problem.get() + ".");
        }
        String password = OwnerOnly.newPassword();
        State state = change(before -> {
            if (admitted(before).stream().anyMatch(user -> user.name().equals(name))) {
                throw new IOException("There is a user " + name + " already; remove it first.");
            }
            if (before.lab() != null && before.lab().clients() && certificate == null) {
                throw new IOException("The broker demands a client certificate of each user: name the certificate of "
                        + name + " by --client-certificate and --client-key.");
            }
            List<BrokerUser> users = new ArrayList<>(before.users());
            users.add(new BrokerUser(name, role, password));
            return before.with(users);
        });
        Credentials.LabCertificate labCertificate =
                certificate == null ? new Credentials.LabCertificate("", "") : certificate;
        String url = url(state.host(), state.port());
        return new Credentials(
                name, role, url, authority(state), password, state.lab() == null ? null : labCertificate);
    }

    public void remove(String name) throws IOException, InterruptedException {
        change(before -> {
            List<BrokerUser> users = new ArrayList<>(before.users());
            if (!users.removeIf(user -> user.name().equals(name))) {
                throw new IOException("The broker has no user " + name + ".");
            }
            return before.with(users);
        });
    }

    @FunctionalInterface
    private interface Change {
        State apply(State before) throws IOException;
    }

    @SuppressWarnings("try") // The lock only has to be held.
    private State change(Change change) throws IOException, InterruptedException {
        try (FileChannel channel = FileChannel.open(lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            State after = change.apply(Files.exists(users()) ? state() : new State("", 0, List.of(), "", null));
            OwnerOnly.file(configuration(), ServerConfiguration.of(after, folder, certificate(after)));
            OwnerOnly.file(users(), new String(RigDocument.bytes(after), StandardCharsets.UTF_8));
            return after;
        }
    }

    /** The address of a broker; an IPv6 address is in brackets. */
    public static String url(String host, int port) {
        return "tls://" + HostPort.text(host, port);
    }

    private static List<BrokerUser> admitted(State state) {
        List<BrokerUser> all = new ArrayList<>(state.users());
        all.add(new BrokerUser(CLOCK, Role.CLOCK, state.clock()));
        return all;
    }

    /** If no other host can reach the broker by its name, it listens on this host only. */
    private static String listenAddress(String host) {
        return host.equals("localhost") || host.startsWith("127.") ? "127.0.0.1" : "0.0.0.0";
    }

    private ServerCertificate certificate(State state) throws IOException, InterruptedException {
        Lab lab = state.lab();
        if (lab != null) {
            return new ServerCertificate(lab.authority(), lab.certificate(), lab.key());
        }
        String host = state.host();
        boolean isAddress = host.matches("[0-9.]+|.*:.*");
        return ServerCertificate.in(
                folder.resolve("certificate-" + host.replaceAll("[^A-Za-z0-9.-]", "_")),
                "ip:127.0.0.1,dns:localhost" + ("localhost".equals(host) ? "" : (isAddress ? ",ip:" : ",dns:") + host));
    }

    private Path lock() {
        return folder.resolve("lock");
    }

    private Path users() {
        return folder.resolve("users.json");
    }

    Path configuration() {
        return folder.resolve("server.conf");
    }

    Path pid() {
        return folder.resolve("server.pid");
    }

    Path log() {
        return folder.resolve("server.log");
    }

    Path reloadLog() {
        return folder.resolve("reload.log");
    }

    Path store() {
        return folder.resolve("jetstream");
    }

    Path path() {
        return folder;
    }

    /** The configuration of nats-server. */
    private static final class ServerConfiguration {
        /** The maximum size of a message with its headers, in bytes. */
        private static final int MAX_PAYLOAD_BYTES = MessageCodec.MAX_BYTES + 4_096;
        /** The maximum size of stored data, in bytes: leases, and the measurements of runs that are not complete. */
        private static final long MAX_STORED_BYTES = 16L << 30;

        private static final int MAX_CONSUMERS = 1_000;

        static String of(State state, Path folder, ServerCertificate certificate) {
            boolean verifies = state.lab() != null && state.lab().clients();
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
                            listenAddress(state.host()) + ":" + state.port(),
                            MAX_PAYLOAD_BYTES,
                            certificate.certificate(),
                            certificate.key(),
                            verifies ? "\n  ca_file: \"" + certificate.authority() + "\"\n  verify: true" : "",
                            folder.resolve("jetstream"),
                            MAX_STORED_BYTES,
                            MAX_STORED_BYTES,
                            MAX_CONSUMERS,
                            users(state, Role.CONTROLLER) + users(state, Role.CLOCK),
                            users(state, Role.AGENT));
        }

        private static String users(State state, Role role) {
            return admitted(state).stream()
                    .filter(user -> user.role() == role)
                    .map(ServerConfiguration::user)
                    .collect(Collectors.joining());
        }

        private static String user(BrokerUser user) {
            List<String> publish = switch (user.role()) {
                case CONTROLLER ->
                    List.of("plateau.to.>", "$JS.API.>", "$JS.ACK.>", "$KV." + Subjects.LEASE_BUCKET + ".>");
                case CLOCK -> List.of(Subjects.to("*", Subjects.BROKER_CLOCK), Subjects.withdrawn("*"));
                case AGENT ->
                    List.of(
                            Subjects.presence(user.name()),
                            Subjects.from(user.name(), "*"),
                            Subjects.runStream(user.name(), "*"));
            };
            List<String> subscribe = switch (user.role()) {
                case CONTROLLER -> List.of("plateau.from.>", "plateau.rig.>", "_INBOX.>");
                case CLOCK -> List.of(Subjects.from("*", Subjects.BROKER_CLOCK));
                case AGENT -> List.of(Subjects.to(user.name(), "*"), Subjects.inbox(user.name()) + ">");
            };
            // An agent may answer the commands that it receives.
            String answers = user.role() == Role.AGENT ? ", allow_responses: true" : "";
            return "\n      { user: %s, password: %s, permissions: { publish: [%s], subscribe: [%s]%s } }"
                    .formatted(
                            quoted(Stream.of(user.name())),
                            quoted(Stream.of(user.password())),
                            quoted(publish.stream()),
                            quoted(subscribe.stream()),
                            answers);
        }

        private static String quoted(Stream<String> subjects) {
            return subjects.map(subject -> '"' + subject + '"').collect(Collectors.joining(", "));
        }
    }
}
