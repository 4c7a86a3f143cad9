// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Names of things in earlier answers, so that some of the requested things exist. Not for several threads. */
final class SeenNames {
    private static final List<String> NAMING = List.of("id", "name", "path");
    private static final Pattern PARAMETER = Pattern.compile("([a-z-]+)/\\{([A-Za-z]+)\\}");
    private static final int MOST = 40;

    /** By what they are named for, such as run or file. */
    private final Map<String, List<String>> things = new HashMap<>();

    /** Takes what an answer names: an element of {@code runs} that has an id is a run, one of what /queue lists a queue. */
    void add(String path, byte[] json) {
        JsonNode answer = JsonMapper.shared().readTree(json);
        add("", answer);
        answer.forEach(list -> list.forEach(element -> name(path.substring(path.lastIndexOf('/') + 1), element)));
    }

    private void add(String list, JsonNode node) {
        if (node.isArray()) {
            node.forEach(element -> add(list, element));
        }
        name(list, node);
        node.properties().forEach(property -> add(property.getKey(), property.getValue()));
    }

    private void name(String list, JsonNode node) {
        for (String naming : NAMING) {
            JsonNode value = node.path(naming);
            if (value.isString() || value.isNumber()) {
                List<String> known = things.computeIfAbsent(one(list) + "/" + naming, key -> new ArrayList<>());
                if (known.size() < MOST && !known.contains(value.asString())) {
                    known.add(value.asString());
                }
            }
        }
    }

    private static String one(String list) {
        return list.endsWith("s") ? list.substring(0, list.length() - 1) : list;
    }

    /** What {@code runs/{id}} in a path may stand for. */
    List<String> thingsOf(String path, String parameter) {
        Matcher place = PARAMETER.matcher(path);
        while (place.find()) {
            if (place.group(2).equals(parameter)) {
                return things.getOrDefault(one(place.group(1)) + "/" + parameter, List.of());
            }
        }
        return List.of();
    }

    /** What a parameter that is called like a thing may stand for. */
    List<String> things(String thing) {
        return things.getOrDefault(thing + "/id", List.of());
    }
}
