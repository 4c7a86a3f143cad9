// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.rig.RigWatch.SeenAgent;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.spi.SutContext;
import org.plateaubench.wire.Message;

/**
 * Checks whether an agent that drives load is on the host of a SUT. Hosts of SUTs are found in their parameters: texts
 * with a port or in a URL, and values of parameters with names such as host or address. A container has another name
 * and other addresses than its host, so the names and addresses of the controller and of all agents on the same running
 * host are compared.
 */
final class SutHosts {
    private static final int MAX_ADDRESSES = 64;
    private static final Pattern HOST_PARAMETER = Pattern.compile("(?i).*(host|address|server|node|endpoint).*");
    private static final Pattern WITH_PORT =
            Pattern.compile("(?:^|[\\s,;/@])(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9][A-Za-z0-9.-]*):\\d{1,5}(?=$|[\\s,;/?#])");
    private static final Pattern HOST_OF_URL =
            Pattern.compile("//(?:[^/@\\s]*@)?(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9][A-Za-z0-9.-]*)");
    private static final Pattern ONLY_HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.:-]*");

    private SutHosts() {}

    /** A process's place; {@code start} identifies the boot of its host, empty when not known. */
    record Place(String host, String start, List<String> addresses) {
        static Place ofThisProcess() {
            return new Place(
                    RunningHost.nameOr(Message.NO_HOST_NAME),
                    RunningHost.ofThisProcess().map(RunningHost::start).orElse(""),
                    addressesOfThisHost());
        }

        private static Place of(SeenAgent agent) {
            return new Place(agent.host(), agent.hostStart(), agent.addresses());
        }

        /** Whether both have the same loopback; a container, which has another name, has its own. */
        private boolean sharesLoopback(Place other) {
            return host.equals(other.host) && (start.isEmpty() || other.start.isEmpty() || start.equals(other.start));
        }
    }

    /** Obstacles to a run, a sentence each; the controller starts embedded SUTs. */
    static List<String> obstacles(RunPlan plan, List<SeenAgent> agents, Place controller) {
        Set<String> driving = plan.drivingAgents();
        return obstacles(
                plan.suts(),
                agents.stream().filter(agent -> driving.contains(agent.name())).toList(),
                controller);
    }

    /** Obstacles to a run whose given agents all drive load. */
    static List<String> obstacles(List<PlannedSut> suts, List<SeenAgent> driving, Place controller) {
        Map<String, List<Place>> byStart = Stream.concat(
                        Stream.of(controller), driving.stream().map(Place::of))
                .filter(place -> !place.start().isEmpty())
                .distinct()
                .collect(Collectors.groupingBy(Place::start));
        Set<String> sentences = new LinkedHashSet<>();
        for (PlannedSut sut : suts) {
            boolean isEmbedded = sut.mode() == SutContext.Mode.EMBEDDED;
            Set<String> hosts = isEmbedded ? Set.of("localhost") : hosts(sut.parameters());
            for (SeenAgent agent : driving) {
                Place place = Place.of(agent);
                if (isEmbedded && !place.sharesLoopback(controller)) {
                    sentences.add("SUT " + sut.name() + " is embedded: the run starts it on the loopback of its own"
                            + " host, " + controller.host() + ", which agent " + agent.name() + " on host "
                            + agent.host()
                            + " does not reach. Make it external.");
                    continue;
                }
                String shared = shared(hosts, byStart.getOrDefault(place.start(), List.of(place)));
                if (shared != null) {
                    sentences.add("Agent " + agent.name() + " is on host " + agent.host() + ", where SUT " + sut.name()
                            + " is too (" + shared + "): the load would use resources of the host that the SUT needs."
                            + " Choose"
                            + " another agent, or allow it with rig.onSutHosts: allow.");
                }
            }
        }
        return List.copyOf(sentences);
    }

    private static @Nullable String shared(Set<String> hosts, List<Place> places) {
        for (String host : hosts) {
            if (places.stream().anyMatch(place -> host.equalsIgnoreCase(place.host())) || haveAddress(places, host)) {
                return host;
            }
            for (InetAddress address : resolved(host)) {
                if (address.isLoopbackAddress() || haveAddress(places, address.getHostAddress())) {
                    return host;
                }
            }
        }
        return null;
    }

    private static boolean haveAddress(List<Place> places, String address) {
        return places.stream().anyMatch(place -> place.addresses().contains(address));
    }

    static Set<String> hosts(Map<String, ?> parameters) {
        Set<String> hosts = new TreeSet<>();
        parameters.forEach((name, value) -> texts(value)
                .forEach(text -> add(text, HOST_PARAMETER.matcher(name).matches(), hosts)));
        return hosts;
    }

    private static void add(String text, boolean mayBeHost, Set<String> hosts) {
        int before = hosts.size();
        for (Pattern pattern : List.of(HOST_OF_URL, WITH_PORT)) {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                // Only digits are a time of day or a ratio, and not a host.
                if (!matcher.group(1).matches("\\d+")) {
                    hosts.add(plain(matcher.group(1)));
                }
            }
        }
        if (mayBeHost && hosts.size() == before && ONLY_HOST.matcher(text).matches()) {
            hosts.add(plain(text));
        }
    }

    private static String plain(String host) {
        return host.replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
    }

    private static List<String> texts(@Nullable Object value) {
        return switch (value) {
            case String text -> List.of(text);
            case Collection<?> list ->
                list.stream().flatMap(each -> texts(each).stream()).toList();
            case Map<?, ?> map ->
                map.values().stream().flatMap(each -> texts(each).stream()).toList();
            case null, default -> List.of();
        };
    }

    private static List<InetAddress> resolved(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** The addresses of all interfaces except loopback; empty if they cannot be read. */
    static List<String> addressesOfThisHost() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .map(address -> address.getHostAddress())
                    .limit(MAX_ADDRESSES)
                    .toList();
        } catch (SocketException e) {
            return List.of();
        }
    }
}
