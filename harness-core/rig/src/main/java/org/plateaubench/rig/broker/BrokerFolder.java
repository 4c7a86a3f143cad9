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
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.RigDocument;
import org.plateaubench.rig.Role;
import org.plateaubench.rig.UserKey;
import org.plateaubench.wire.AgentNames;

/**
 * The folder of a broker, which only its owner may enter: certificate, users, configuration, leases. No secret of a user
 * is in it. Any thread and process, one change at a time.
 */
public final class BrokerFolder {
    private static final String CLOCK = "broker-clock";

    private final Path folder;
    private @Nullable UserKey clockKey;

    /**
     * The address of the broker, and its users.
     *
     * @param host name or address that agents connect to
     * @param port port
     * @param users users
     * @param clock public key by which the broker's own process reports its clock to agents; null before the first start
     */
    private record State(
            String host,
            int port,
            List<BrokerUser> users,
            @Nullable String clock) {
        State {
            users = List.copyOf(users);
        }
    }

    private BrokerFolder(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    /** A folder as it is, whatever is in it. */
    static BrokerFolder at(Path folder) {
        return new BrokerFolder(folder);
    }

    /**
     * The folder of a broker, made where there is none.
     *
     * @param host name or address that agents connect to; the certificate is for it
     * @param port port of the broker
     */
    public static BrokerFolder prepare(Path folder, String host, int port) throws IOException, InterruptedException {
        OwnerOnly.folder(folder.toAbsolutePath());
        BrokerFolder prepared = new BrokerFolder(folder);
        prepared.certificate(host);
        // The folder may have been made before, readable by all: the names and addresses of a rig are in the log.
        OwnerOnly.appended(prepared.log());
        OwnerOnly.appended(prepared.reloadLog());
        OwnerOnly.folder(prepared.store());
        // The secret is in this process alone, so that each start has another.
        prepared.clockKey = UserKey.create();
        prepared.change(users -> users, host, port);
        return prepared;
    }

    /**
     * The credentials by which the process that has prepared this folder reports the clock of this host to agents.
     *
     * @throws IOException with a sentence for a person when another process has
     */
    Credentials clock() throws IOException, InterruptedException {
        UserKey key = clockKey;
        if (key == null) {
            throw new IOException("The broker of " + folder + " was prepared by another process.");
        }
        State state = state();
        String authority = Files.readString(certificate(state.host()).authority(), StandardCharsets.US_ASCII);
        return new Credentials(CLOCK, Role.CLOCK, "tls://localhost:" + state.port(), authority, key);
    }

    private State state() throws IOException {
        return state(userList());
    }

    private State state(byte[] userList) throws IOException {
        return RigDocument.readFile(users().toString(), userList, State.class);
    }

    /**
     * The folder of a broker.
     *
     * @throws IOException with a sentence for a person when it is none
     */
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
     * Why no user can have a name, without a full stop at the end; empty when one can. A controller may be called as agents of its host
     * are.
     */
    public static Optional<String> flaw(String name, Role role) {
        return AgentNames.flaw(name).filter(any -> role == Role.AGENT || !Names.isValid(name));
    }

    /**
     * Adds a user.
     *
     * @return its credentials, which are kept nowhere
     * @throws IOException with a sentence for a person when the name is not valid or taken
     */
    public Credentials add(String name, Role role) throws IOException, InterruptedException {
        Optional<String> flaw = flaw(name, role);
        if (flaw.isPresent()) {
            throw new IOException(flaw.get() + ".");
        }
        UserKey key = UserKey.create();
        State state = change(
                users -> {
                    if (users.stream().anyMatch(user -> user.name().equals(name))) {
                        throw new IOException("There is a user " + name + " already; remove it first.");
                    }
                    List<BrokerUser> more = new ArrayList<>(users);
                    more.add(new BrokerUser(name, role, key.id()));
                    return more;
                },
                null,
                0);
        String authority = Files.readString(certificate(state.host()).authority(), StandardCharsets.US_ASCII);
        return new Credentials(name, role, "tls://" + state.host() + ":" + state.port(), authority, key);
    }

    /**
     * Removes a user.
     *
     * @throws IOException with a sentence for a person when there is none
     */
    public void remove(String name) throws IOException, InterruptedException {
        change(
                users -> {
                    List<BrokerUser> fewer = new ArrayList<>(users);
                    if (!fewer.removeIf(user -> user.name().equals(name))) {
                        throw new IOException("The broker has no user " + name + ".");
                    }
                    return fewer;
                },
                null,
                0);
    }

    /** Changes the list of users. */
    @FunctionalInterface
    private interface Change {
        List<BrokerUser> of(List<BrokerUser> users) throws IOException;
    }

    @SuppressWarnings("try") // The lock only has to be held.
    private State change(Change change, @Nullable String host, int port) throws IOException, InterruptedException {
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            State before = Files.exists(users()) ? state() : new State("localhost", port, List.of(), null);
            State after = new State(
                    host == null ? before.host() : host,
                    host == null ? before.port() : port,
                    change.of(before.users()),
                    clockKey == null ? before.clock() : clockKey.id());
            ServerConfiguration configuration = new ServerConfiguration(
                    listening(after.host()) + ":" + after.port(), folder, certificate(after.host()), admitted(after));
            byte[] list = RigDocument.bytes(after);
            if (list.length > RigDocument.LONGEST_FILE) {
                throw new IOException("A broker cannot have more users; remove some first.");
            }
            OwnerOnly.file(configuration(), configuration.text());
            OwnerOnly.file(users(), new String(list, StandardCharsets.UTF_8));
            return after;
        }
    }

    private static List<BrokerUser> admitted(State state) {
        List<BrokerUser> all = new ArrayList<>(state.users());
        if (state.clock() != null) {
            all.add(new BrokerUser(CLOCK, Role.CLOCK, state.clock()));
        }
        return all;
    }

    /** A broker that no other host can reach by its name needs no other host to reach its port. */
    private static String listening(String host) {
        return host.equals("localhost") || host.startsWith("127.") ? "127.0.0.1" : "0.0.0.0";
    }

    private ServerCertificate certificate(String host) throws IOException, InterruptedException {
        boolean isAddress = host.matches("[0-9.]+|.*:.*");
        return ServerCertificate.in(
                folder.resolve("certificate-" + host.replaceAll("[^A-Za-z0-9.-]", "_")),
                "ip:127.0.0.1,dns:localhost" + ("localhost".equals(host) ? "" : (isAddress ? ",ip:" : ",dns:") + host));
    }

    private Path users() {
        return folder.resolve("users.json");
    }

    /** The list of users as it is kept, by which a change is found: two may be at one instant of the file system. */
    byte[] userList() throws IOException {
        return Files.readAllBytes(users());
    }

    /** The public keys of the agents that a list of users admits, by name. */
    Map<String, String> agentKeys(byte[] userList) throws IOException {
        return state(userList).users().stream()
                .filter(user -> user.role() == Role.AGENT)
                .collect(Collectors.toMap(BrokerUser::name, BrokerUser::key));
    }

    /** The configuration of the server. */
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

    /** The file of the output of what has the server read its configuration again. */
    Path reloadLog() {
        return folder.resolve("reload.log");
    }

    /** The folder of what the server keeps. */
    Path store() {
        return folder.resolve("jetstream");
    }

    /** The folder itself. */
    Path path() {
        return folder;
    }
}
