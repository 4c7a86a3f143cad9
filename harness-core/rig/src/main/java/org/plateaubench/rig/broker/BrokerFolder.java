// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig.broker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.RigDocument;
import org.plateaubench.rig.Role;
import org.plateaubench.rig.UserKey;
import org.plateaubench.rig.broker.ServerConfiguration.BrokerUser;
import org.plateaubench.wire.AgentNames;

/**
 * The folder of a broker, accessible only by its owner: certificate, users, configuration and leases. It contains no
 * secret of a user. Safe for use by several threads and processes, whose changes are serialized.
 */
public final class BrokerFolder {
    private static final String CLOCK = "broker-clock";

    private final Path folder;
    private @Nullable UserKey clockKey;

    /**
     * A certificate that the lab's own authority has signed, in place of one that the broker makes.
     *
     * @param clients whether clients need one too; then the broker uses its own as a client of itself
     */
    public record Lab(Path certificate, Path key, Path authority, boolean clients) {}

    private record State(
            String host,
            int port,
            List<BrokerUser> users,
            @Nullable String clock,
            @Nullable Lab lab) {
        State with(List<BrokerUser> others) {
            return new State(host, port, others, clock, lab);
        }
    }

    private BrokerFolder(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    /** Returns a folder without checking its content. */
    static BrokerFolder at(Path folder) {
        return new BrokerFolder(folder);
    }

    /**
     * Prepares the folder of a broker that is started.
     *
     * @param lab certificate of the lab, null for one that is made here
     */
    public static BrokerFolder prepare(Path folder, String host, int port, @Nullable Lab lab)
            throws IOException, InterruptedException {
        OwnerOnly.folder(folder.toAbsolutePath());
        BrokerFolder prepared = new BrokerFolder(folder);
        // The folder may exist and be readable by all, but the log contains the names and addresses of a rig.
        OwnerOnly.appended(prepared.log());
        OwnerOnly.appended(prepared.reloadLog());
        OwnerOnly.folder(prepared.store());
        // The secret exists only in this process, so each start creates another one.
        UserKey clock = UserKey.create();
        prepared.clockKey = clock;
        prepared.change(before -> new State(host, port, before.users(), clock.id(), lab));
        return prepared;
    }

    /** The credentials with which the process that prepared this folder reports the clock of this host to agents. */
    Credentials clock() throws IOException, InterruptedException {
        UserKey key = clockKey;
        if (key == null) {
            throw new IOException("The broker of " + folder + " was prepared by another process.");
        }
        State state = state();
        Lab lab = state.lab();
        return new Credentials(
                CLOCK,
                Role.CLOCK,
                "tls://localhost:" + state.port(),
                authority(state),
                key,
                lab == null
                        ? null
                        : new Credentials.LabCertificate(
                                lab.certificate().toString(), lab.key().toString()));
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
            throw new IOException(folder + " is not a folder of a broker: start one first with ./plateau broker"
                    + " --folder "
                    + folder + ".");
        }
        return existing;
    }

    /**
     * The reason why a name is not valid for a user, without a full stop; empty when it is valid. The name of a
     * controller may equal that of an agent on its host.
     */
    public static Optional<String> flaw(String name, Role role) {
        return AgentNames.flaw(name).filter(any -> role == Role.AGENT || !Names.isValid(name));
    }

    /**
     * Admits a user.
     *
     * @param certificate the user's client certificate and its key on the user's own host, which are not read here; null for
     *     none
     */
    public Credentials add(String name, Role role, Credentials.@Nullable LabCertificate certificate)
            throws IOException, InterruptedException {
        Optional<String> flaw = flaw(name, role);
        if (flaw.isPresent()) {
            throw new IOException(flaw.get() + ".");
        }
        UserKey key = UserKey.create();
        State state = change(before -> {
            if (before.users().stream().anyMatch(user -> user.name().equals(name))) {
                throw new IOException("There is a user " + name + " already; remove it first.");
            }
            if (before.lab() != null && before.lab().clients() && certificate == null) {
                throw new IOException("The broker demands a client certificate of each user: name that of " + name
                        + " by --client-certificate and --client-key.");
            }
            List<BrokerUser> more = new ArrayList<>(before.users());
            more.add(new BrokerUser(name, role, key.id()));
            return before.with(more);
        });
        Credentials.LabCertificate own = certificate == null ? new Credentials.LabCertificate("", "") : certificate;
        return new Credentials(
                name, role, url(state.host(), state.port()), authority(state), key, state.lab() == null ? null : own);
    }

    public void remove(String name) throws IOException, InterruptedException {
        change(before -> {
            List<BrokerUser> fewer = new ArrayList<>(before.users());
            if (!fewer.removeIf(user -> user.name().equals(name))) {
                throw new IOException("The broker has no user " + name + ".");
            }
            return before.with(fewer);
        });
    }

    @FunctionalInterface
    private interface Change {
        State of(State before) throws IOException;
    }

    @SuppressWarnings("try") // The lock only has to be held.
    private State change(Change change) throws IOException, InterruptedException {
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            State after = change.of(Files.exists(users()) ? state() : new State("", 0, List.of(), null, null));
            boolean verifies = after.lab() != null && after.lab().clients();
            ServerConfiguration configuration = new ServerConfiguration(
                    listening(after.host()) + ":" + after.port(),
                    folder,
                    certificate(after),
                    verifies,
                    admitted(after));
            OwnerOnly.file(configuration(), configuration.text());
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
        if (state.clock() != null) {
            all.add(new BrokerUser(CLOCK, Role.CLOCK, state.clock()));
        }
        return all;
    }

    /**
     * The address to listen on. If no other host can reach the broker by its name, only this host needs to reach its
     * port.
     */
    private static String listening(String host) {
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

    private Path users() {
        return folder.resolve("users.json");
    }

    Map<String, String> agentKeys() throws IOException {
        return state().users().stream()
                .filter(user -> user.role() == Role.AGENT)
                .collect(Collectors.toMap(BrokerUser::name, BrokerUser::key));
    }

    Path configuration() {
        return folder.resolve("server.conf");
    }

    /** The file in which the server writes its process id. */
    Path pid() {
        return folder.resolve("server.pid");
    }

    /** The file of the server's output. */
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
}
