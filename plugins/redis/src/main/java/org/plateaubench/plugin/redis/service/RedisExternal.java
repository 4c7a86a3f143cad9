// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.redis.service.RedisPlace.Topology;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** External Redis servers: they are checked for an answer, and otherwise left unchanged. */
final class RedisExternal implements SutService {
    private final String sut;
    private final RedisPlace given;
    private volatile RedisWatch watch = new RedisWatch();
    private volatile @Nullable RedisPlace found;

    RedisExternal(SutContext<RedisServiceParameters> context) {
        RedisServiceParameters parameters = context.parameters();
        List<InetSocketAddress> nodes = RedisPlace.endpoints(String.join(",", parameters.address()));
        this.sut = context.name();
        this.given = new RedisPlace(
                nodes,
                parameters.proxy() ? RedisPlace.endpoints(String.join(",", parameters.servers())) : nodes,
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
    public SutAddress start(Progress progress) throws SutException {
        progress.report("asking " + given, 0, 0, "");
        RedisReachability.check(sut, given);
        RedisPlace place = given.topology() == Topology.CLUSTER ? withMasters(given) : given;
        watch = new RedisWatch();
        found = place;
        return place.address(sut);
    }

    /**
     * Returns the place with the masters of the cluster as its servers: the given nodes may be some of them, or
     * replicas.
     */
    private RedisPlace withMasters(RedisPlace place) throws SutException {
        InetSocketAddress node = place.nodes().getFirst();
        try (RedisConsole console = RedisConsole.open(place, node)) {
            List<InetSocketAddress> masters = new ArrayList<>();
            for (String line : console.text("CLUSTER", "NODES").lines().toList()) {
                masters.addAll(master(line, node));
            }
            return new RedisPlace(
                    place.nodes(),
                    masters,
                    place.topology(),
                    place.user(),
                    place.password(),
                    place.tls(),
                    place.trust(),
                    place.database(),
                    place.protocol());
        } catch (IOException e) {
            throw new SutException(
                    "SUT " + sut + ": the cluster at " + RedisDescription.text(node) + " does not tell its nodes: "
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

    @Override
    public void stop() {
        found = null;
        watch.close();
    }

    @Override
    public void clear() {
        // The harness does not own what an external server holds.
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        RedisPlace place = found;
        try {
            return RedisDescription.of(place == null ? given : place);
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ": Redis does not tell its settings: " + e.getMessage(), e);
        }
    }

    @Override
    public List<Path> logs() {
        return List.of();
    }

    /** Queries every endpoint at each call, once the service was started; up to 5 s each. */
    @Override
    public SutStatus status() {
        if (found == null) {
            return new SutStatus(SutStatus.State.STOPPED, "not in use", List.of());
        }
        try {
            watch.check(sut, given);
            return new SutStatus(SutStatus.State.RUNNING, "answers at " + given, List.of());
        } catch (SutException e) {
            return new SutStatus(SutStatus.State.FAILED, String.valueOf(e.getMessage()), List.of());
        }
    }

    @Override
    public void close() {
        stop();
    }
}
