// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.service.RedisAddress.Topology;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** External Redis servers: they are checked for an answer, and otherwise left unchanged. */
final class RedisExternal extends ExternalService {
    private final String sut;
    private final RedisAddress given;
    private volatile @Nullable RedisHealth health;
    private volatile @Nullable RedisAddress found;

    RedisExternal(SutContext<RedisServiceParameters> context) {
        this(context.name(), given(context.parameters()));
    }

    private RedisExternal(String sut, RedisAddress given) {
        super("Redis at " + given);
        this.sut = sut;
        this.given = given;
    }

    private static RedisAddress given(RedisServiceParameters parameters) {
        List<InetSocketAddress> nodes = RedisAddress.endpoints(String.join(",", parameters.address()));
        return new RedisAddress(
                nodes,
                parameters.proxy() ? RedisAddress.endpoints(String.join(",", parameters.servers())) : nodes,
                topology(parameters),
                parameters.user(),
                parameters.password(),
                parameters.tls(),
                parameters.trust(),
                parameters.database(),
                parameters.protocol());
    }

    private static Topology topology(RedisServiceParameters parameters) {
        if (parameters.proxy()) {
            return Topology.PROXY;
        }
        return parameters.cluster() ? Topology.CLUSTER : Topology.SERVERS;
    }

    @Override
    protected SutAddress connect() throws SutException {
        check();
        RedisAddress place = given.topology() == Topology.CLUSTER ? given.withServers(masters()) : given;
        found = place;
        return place.address(sut);
    }

    /** Returns the masters of the cluster: the given nodes may be some of them, or replicas. */
    private List<InetSocketAddress> masters() throws SutException {
        InetSocketAddress node = given.nodes().getFirst();
        try (RedisAdminConnection admin = RedisAdminConnection.open(given, node)) {
            return admin.text("CLUSTER", "NODES")
                    .lines()
                    .flatMap(line -> master(line, node).stream())
                    .toList();
        } catch (IOException e) {
            throw new SutException(
                    "SUT " + sut + ": the cluster at " + RedisAddress.text(node) + " does not report its nodes: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Parses a line such as {@code id 10.0.0.1:6379@16379,host master - 0 0 1 connected 0-5460}. */
    static List<InetSocketAddress> master(String line, InetSocketAddress asked) {
        String[] words = line.split(" ", -1);
        boolean holdsSlots = words.length > 8 && words[2].contains("master") && !words[2].contains("fail");
        if (!holdsSlots) {
            return List.of();
        }
        String address = words[1].split("[@,]", -1)[0];
        int colon = address.lastIndexOf(':');
        String host = colon == 0 ? asked.getHostString() : address.substring(0, colon);
        return List.of(InetSocketAddress.createUnresolved(host, Integer.parseInt(address.substring(colon + 1))));
    }

    /** Queries every endpoint, up to 5 s each. */
    @Override
    protected void check() throws SutException {
        RedisHealth its = health;
        if (its == null) {
            its = new RedisHealth(sut, given);
            health = its;
        }
        its.check();
    }

    @Override
    protected void stopped() {
        found = null;
        RedisHealth its = health;
        health = null;
        if (its != null) {
            its.close();
        }
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        RedisAddress place = found;
        try {
            return RedisDescription.of(place == null ? given : place);
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ": Redis does not report its settings: " + e.getMessage(), e);
        }
    }
}
