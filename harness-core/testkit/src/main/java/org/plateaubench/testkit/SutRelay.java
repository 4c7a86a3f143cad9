// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.SutAddress;

/**
 * Relays between drivers and a SUT on loopback, so that the SUT can be made silent. Every port in its address is
 * replaced by the port of a relay. If the SUT reports further addresses to its clients, their connections bypass the
 * relay. Any thread.
 */
final class SutRelay implements AutoCloseable {
    private static final Pattern IN_TEXT = Pattern.compile("((?:127\\.0\\.0\\.1|localhost):)(\\d{2,5})");
    private static final Pattern PORTS = Pattern.compile("(\\b)(\\d{2,5})\\b");

    private final SutAddress address;
    private final Map<String, LossyRelay> relays = new TreeMap<>();

    SutRelay(SutAddress sut) throws IOException {
        Map<String, String> properties = new TreeMap<>();
        for (Map.Entry<String, String> property : sut.properties().entrySet()) {
            boolean isPort = property.getKey().toLowerCase(Locale.ROOT).endsWith("port");
            Matcher found = (isPort ? PORTS : IN_TEXT).matcher(property.getValue());
            StringBuilder relayed = new StringBuilder();
            while (found.find()) {
                found.appendReplacement(
                        relayed, found.group(1) + relay(found.group(2)).port());
            }
            properties.put(property.getKey(), found.appendTail(relayed).toString());
        }
        address = new SutAddress(sut.name(), sut.service(), properties);
    }

    private LossyRelay relay(String port) throws IOException {
        LossyRelay relay = relays.get(port);
        if (relay == null) {
            relay = new LossyRelay(Integer.parseInt(port));
            relays.put(port, relay);
        }
        return relay;
    }

    /** Whether the address contains a port, so that a relay is possible. */
    boolean isPossible() {
        return !relays.isEmpty();
    }

    /** The address to give to drivers. */
    SutAddress address() {
        return address;
    }

    /** Makes the SUT silent until the returned object is closed. */
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
