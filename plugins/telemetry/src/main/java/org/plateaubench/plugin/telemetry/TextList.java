// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;

/** Lists and mappings as properties of an address, each element under a name of its own: {@code arguments.1} and so on. */
final class TextList {
    private TextList() {}

    /** The properties of a list. */
    public static Map<String, String> properties(String name, List<String> elements) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < elements.size(); i++) {
            properties.put(name + "." + (i + 1), elements.get(i));
        }
        return properties;
    }

    /** The list of such properties, empty where there are none. */
    public static List<String> of(SutAddress address, String name) {
        List<String> elements = new ArrayList<>();
        for (int i = 1; address.properties().containsKey(name + "." + i); i++) {
            elements.add(address.property(name + "." + i));
        }
        return elements;
    }
}
