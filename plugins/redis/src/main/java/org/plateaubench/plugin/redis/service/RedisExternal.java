// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.client.ClusterSlots;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.plugin.redis.client.RedisConnection;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** External Redis servers: they are checked for an answer, and otherwise left unchanged. */
final class RedisExternal extends ExternalService {
    private final String sut;
    private final RedisAddress configured;
    /** A lasting connection to each endpoint: new ones are counted, and the reconciliation would see another client. */
    private final List<RedisConnection> connections = new CopyOnWriteArrayList<>();

    private volatile RedisAddress address;

    RedisExternal(SutContext<RedisServiceParameters> context) {
        this(context.name(), configuredAddress(context.parameters()));
    }

    private RedisExternal(String sut, RedisAddress configured) {
        super("Redis at " + configured);
        this.sut = sut;
        this.configured = configured;
        address = configured;
    }

    private static RedisAddress configuredAddress(RedisServiceParameters parameters) {
        List<InetSocketAddress> nodes = RedisAddress.endpoints(String.join(",", parameters.address()));
        List<InetSocketAddress> backends = RedisAddress.endpoints(String.join(",", parameters.servers()));
        return parameters.redisAddress(nodes, parameters.proxy() ? backends : nodes);
    }

    @Override
    protected SutAddress connect() throws SutException {
        check();
        if (configured.topology() == Topology.CLUSTER) {
            try {
                // The given nodes may be some of the masters, or replicas.
                address = configured.withServers(ClusterSlots.of(configured).masters());
            } catch (IOException e) {
                throw new SutException("SUT " + sut + ": " + e.getMessage() + ".", e);
            }
        }
        return address.toSutAddress(sut);
    }

    /** Checks that every endpoint answers within 5 s and has the declared topology. */
    @Override
    protected synchronized void check() throws SutException {
        if (allAnswer()) {
            return;
        }
        stopped();
        Set<InetSocketAddress> endpoints = new LinkedHashSet<>(configured.nodes());
        endpoints.addAll(configured.servers());
        try {
            for (InetSocketAddress endpoint : endpoints) {
                open(endpoint);
            }
        } catch (SutException e) {
            stopped();
            throw e;
        }
    }

    private boolean allAnswer() {
        try {
            for (RedisConnection admin : connections) {
                admin.execute("PING");
            }
            return !connections.isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private void open(InetSocketAddress endpoint) throws SutException {
        String where = RedisAddress.text(endpoint);
        try {
            RedisConnection admin = RedisConnection.open(configured, endpoint);
            connections.add(admin);
            if (configured.servers().contains(endpoint)) {
                checkKind(where, admin);
            }
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ": " + explanation(where, String.valueOf(e.getMessage())), e);
        }
    }

    private void checkKind(String where, RedisConnection admin) throws IOException, SutException {
        boolean isNode = "1".equals(admin.info("cluster").get("cluster_enabled"));
        if (isNode && configured.topology() == Topology.SERVERS) {
            throw new SutException("SUT " + sut + ": the server at " + where
                    + " is a node of a cluster; set 'cluster: true', or name servers without cluster mode.");
        }
        if (!isNode && configured.topology() == Topology.CLUSTER) {
            throw new SutException("SUT " + sut + ": the server at " + where
                    + " is not a node of a cluster; take 'cluster' out, or name the nodes of one.");
        }
    }

    private String explanation(String where, String error) {
        return switch (error.split(" ", 2)[0]) {
            case "NOAUTH" -> "Redis at " + where + " requires a password; add 'password'.";
            case "WRONGPASS" ->
                "Redis at " + where + " refused "
                        + (configured.user().isEmpty() ? "the default user" : configured.user())
                        + " with the password given; correct user or password.";
            case "NOPERM" ->
                "Redis at " + where + " does not allow user '" + configured.user() + "' to run the required commands ("
                        + error + ").";
            case "LOADING" -> "Redis at " + where + " is loading its data; try again when it has.";
            case "ERR" -> "Redis at " + where + " answered with an error: " + error + ".";
            default ->
                "no Redis answers at " + where + " (" + error + "); start it or correct the address"
                        + (configured.tls()
                                ? ", 'tls' and 'trust'."
                                : ", or set 'tls: true' if it requires encrypted connections.");
        };
    }

    /** Ends the connections, even while a query waits for its answer. */
    @Override
    protected void stopped() {
        connections.forEach(RedisConnection::close);
        connections.clear();
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        try {
            return Description.of(address);
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ": Redis does not report its settings: " + e.getMessage(), e);
        }
    }

    /** The servers' description of a SUT, for the environment of a run. */
    static final class Description {
        private static final Map<String, String> FACTS = Map.of(
                "redis_version", "version",
                "redis_mode", "mode",
                "os", "os",
                "arch_bits", "archBits",
                "mem_allocator", "allocator",
                "multiplexing_api", "multiplexing",
                "role", "role",
                "total_system_memory", "systemMemoryBytes");

        /** Settings that affect a result, by the server's own names. */
        private static final Set<String> SETTINGS = Set.of("""
                activedefrag aof-use-rdb-preamble appendfsync appendonly auto-aof-rewrite-percentage cluster-enabled
                databases dynamic-hz hz io-threads io-threads-do-reads lazyfree-lazy-eviction lazyfree-lazy-expire
                maxclients maxmemory maxmemory-policy no-appendfsync-on-rewrite repl-diskless-sync save tcp-backlog
                tcp-keepalive timeout
                """.strip().split("\\s+", -1));

        private Description() {}

        /** Returns the facts of all servers; where they differ, the server follows the key after {@code @}. */
        static Map<String, String> of(RedisAddress address) throws IOException {
            Map<String, Map<String, String>> byServer = new LinkedHashMap<>();
            RedisConnection.forEach(address, address.servers(), (server, connection) -> {
                byServer.put(RedisAddress.text(server), ofServer(connection));
            });
            Map<String, String> description = merged(byServer);
            description.put("topology", address.toString());
            description.put("servers", String.join(", ", byServer.keySet()));
            description.put("protocol", Integer.toString(address.protocol()));
            return description;
        }

        private static Map<String, String> merged(Map<String, Map<String, String>> byServer) {
            Map<String, String> merged = new TreeMap<>();
            byServer.forEach((server, facts) -> facts.forEach((key, value) -> {
                boolean isCommon = byServer.values().stream().allMatch(other -> value.equals(other.get(key)));
                merged.put(isCommon ? key : key + "@" + server, value);
            }));
            return merged;
        }

        private static Map<String, String> ofServer(RedisConnection connection) throws IOException {
            Map<String, String> description = new TreeMap<>(settings(connection));
            Map<String, String> info = connection.info("default");
            info.keySet().retainAll(FACTS.keySet());
            info.forEach((key, value) -> description.put(FACTS.getOrDefault(key, key), value));
            return description;
        }

        /** Returns the settings that this version has; none if the service's owner does not allow reading them. */
        private static Map<String, String> settings(RedisConnection admin) {
            try {
                Map<String, String> settings = admin.pairs("CONFIG", "GET", "*");
                settings.keySet().retainAll(SETTINGS);
                return settings;
            } catch (IOException e) {
                return Map.of();
            }
        }
    }
}
