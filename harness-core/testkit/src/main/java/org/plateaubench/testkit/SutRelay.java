// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.SutAddress;

/**
 * Relays between drivers and a SUT on loopback, so that the SUT can be made silent. Every port in its address is
 * replaced by the port of a relay. If the SUT reports further addresses to its clients, their connections bypass the
 * relay. Any thread.
 */
final class SutRelay implements AutoCloseable {
    private static final Pattern IN_TEXT = Pattern.compile("(?:127\\.0\\.0\\.1|localhost):(\\d{2,5})");
    private static final Pattern PORT = Pattern.compile("\\d{2,5}");

    private final SutAddress sut;
    private final Map<String, LossyRelay> relays = new TreeMap<>();

    SutRelay(SutAddress sut) throws IOException {
        this.sut = sut;
        for (String port : ports(sut)) {
            relays.put(port, new LossyRelay(Integer.parseInt(port)));
        }
    }

    private static Set<String> ports(SutAddress sut) {
        Set<String> ports = new TreeSet<>();
        sut.properties().forEach((name, value) -> {
            Matcher matcher = IN_TEXT.matcher(value);
            while (matcher.find()) {
                ports.add(matcher.group(1));
            }
            if (isPort(name)) {
                Arrays.stream(value.split(",", -1))
                        .filter(port -> PORT.matcher(port).matches())
                        .forEach(ports::add);
            }
        });
        return ports;
    }

    private static boolean isPort(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith("port");
    }

    /** Whether the address contains a port, so that a relay is possible. */
    boolean isPossible() {
        return !relays.isEmpty();
    }

    /** The address to give to drivers. */
    SutAddress address() {
        Map<String, String> properties = new TreeMap<>();
        sut.properties().forEach((name, value) -> {
            String changed = value;
            for (Map.Entry<String, LossyRelay> relay : relays.entrySet()) {
                String port = Integer.toString(relay.getValue().port());
                changed = changed.replaceAll(
                        "((?:127\\.0\\.0\\.1|localhost):)" + relay.getKey() + "(?!\\d)", "$1" + port);
                changed = isPort(name) && changed.equals(relay.getKey()) ? port : changed;
            }
            properties.put(name, changed);
        });
        return new SutAddress(sut.name(), sut.service(), properties);
    }

    /** Makes the SUT silent until the returned object is closed, which the same thread must do. */
    AutoCloseable hold() {
        List<AutoCloseable> held = new ArrayList<>();
        relays.values().forEach(relay -> held.add(relay.hold()));
        return () -> {
            for (AutoCloseable each : held) {
                each.close();
            }
        };
    }

    @Override
    public void close() throws IOException {
        for (LossyRelay relay : relays.values()) {
            relay.close();
        }
    }
}
