// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;

/** Finds servers that several tiles use, even if each uses another name for them. Not thread-safe. */
final class SharedServers {
    private static final Set<String> ADDRESS_KEYS = Set.of("url", "address", "addresses", "servers", "host");

    /** A host, with its port if it has one, in a URL or a list. */
    private static final Pattern HOST_AND_PORT = Pattern.compile(
            "(?:^|//|,\\s*|@)(?<host>\\[[0-9A-Fa-f:]+]|[A-Za-z0-9._-]+)(?::(?<port>\\d+))?(?=[/,;?\\s]|$)");

    private final Map<String, Set<Integer>> tiles = new TreeMap<>();

    void add(int tile, @Nullable SutAddress sut, List<String> identities) {
        List<String> servers = new ArrayList<>(identities);
        if (sut != null) {
            sut.properties().forEach((name, value) -> {
                if (ADDRESS_KEYS.contains(name)) {
                    Matcher match = HOST_AND_PORT.matcher(value);
                    while (match.find()) {
                        String port = match.group("port") == null
                                ? sut.properties().getOrDefault("port", "")
                                : match.group("port");
                        servers.add(host(match.group("host")) + (port.isEmpty() ? "" : ":" + port));
                    }
                }
            });
        }
        servers.forEach(
                server -> tiles.computeIfAbsent(server, key -> new TreeSet<>()).add(tile));
    }

    private static String host(String name) {
        try {
            InetAddress address = InetAddress.getByName(name);
            return address.isLoopbackAddress() ? "localhost" : address.getHostAddress();
        } catch (UnknownHostException e) {
            return name;
        }
    }

    Optional<String> sentence() {
        Map<String, String> servers = new TreeMap<>();
        tiles.forEach((server, numbers) -> {
            if (numbers.size() > 1) {
                servers.putIfAbsent(numbers.stream().map(String::valueOf).collect(Collectors.joining(", ")), server);
            }
        });
        List<String> shared = new ArrayList<>();
        servers.forEach((numbers, server) -> shared.add("tiles " + numbers + " use the same server, " + server));
        return shared.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join("; ", shared)
                        + ". They share its capacity, so that they are not separate systems. Give each tile an address of"
                        + " its own, such as one with ${tile}.");
    }
}
