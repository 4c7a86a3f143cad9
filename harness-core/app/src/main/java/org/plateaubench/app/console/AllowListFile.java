// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plateaubench.engine.plan.reach.AllowList;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.engine.store.Json;

/**
 * The allow list that an administrator keeps for the runs of a console. The console writes it, and the processes of its
 * runs read it themselves. Any thread.
 *
 * @param path path of the file; when it does not exist, nothing is allowed
 */
public record AllowListFile(Path path) {
    /** Its name in the console's folder. */
    public static final String NAME = "allow-list.json";

    /** Larger files are not read. */
    private static final long MAX_BYTES = 1 << 20;

    private static final Set<String> KEYS = Set.of("values", "suts", "variables", "files");

    /** The file in the folder of a console's data. */
    public static AllowListFile in(Path data) {
        return new AllowListFile(data.resolve(NAME).toAbsolutePath());
    }

    /**
     * The current allow list.
     *
     * @throws IOException with a sentence for a person when the file cannot be read or is no allow list
     */
    public AllowList read() throws IOException {
        if (!Files.exists(path)) {
            return AllowList.EMPTY;
        }
        if (Files.size(path) > MAX_BYTES) {
            throw new IOException(
                    "the allow list is larger than " + MAX_BYTES + " bytes: an administrator must mend it");
        }
        try {
            return of(Json.parse(Files.readString(path, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException | IOException e) {
            throw new IOException(
                    "the allow list cannot be read, so that nothing is allowed: an administrator must mend it ("
                            + e.getMessage() + ")",
                    e);
        }
    }

    /** When it was last changed, so that results derived from it can be cached. */
    public FileTime changedAt() throws IOException {
        return Files.exists(path) ? Files.getLastModifiedTime(path) : FileTime.fromMillis(0);
    }

    /** Replaces the list; a failed attempt leaves the old one. */
    public void write(AllowList list) throws IOException {
        AtomicFile.write(path, Json.toText(tree(list)));
    }

    private static Map<String, Object> tree(AllowList list) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("values", list.values().stream().map(AllowListFile::tree).toList());
        tree.put("suts", list.suts().stream().map(AllowListFile::tree).toList());
        tree.put("variables", list.variables());
        tree.put("files", list.files());
        return tree;
    }

    private static Map<String, Object> tree(AllowList.Value value) {
        return inOrder("owner", value.owner(), "parameter", value.parameter(), "value", value.value());
    }

    private static Map<String, Object> tree(AllowList.DeclaredSut sut) {
        return inOrder("name", sut.name(), "service", sut.service(), "parameters", sut.parameters());
    }

    private static Map<String, Object> inOrder(
            String first, Object one, String second, Object two, String third, Object three) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(first, one);
        tree.put(second, two);
        tree.put(third, three);
        return tree;
    }

    private static AllowList of(Map<String, Object> tree) {
        requireKeys(tree, KEYS);
        List<AllowList.Value> values = new ArrayList<>();
        for (Map<String, Object> one : objects(tree, "values", Set.of("owner", "parameter", "value"))) {
            values.add(new AllowList.Value(text(one, "owner"), text(one, "parameter"), text(one, "value")));
        }
        List<AllowList.DeclaredSut> suts = new ArrayList<>();
        for (Map<String, Object> one : objects(tree, "suts", Set.of("name", "service", "parameters"))) {
            suts.add(new AllowList.DeclaredSut(
                    text(one, "name"), text(one, "service"), object(one.getOrDefault("parameters", Map.of()))));
        }
        return new AllowList(values, suts, texts(tree, "variables"), texts(tree, "files"));
    }

    private static void requireKeys(Map<String, Object> tree, Set<String> known) {
        for (String key : tree.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("'" + key + "' is unknown");
            }
        }
    }

    private static List<Map<String, Object>> objects(Map<String, Object> tree, String key, Set<String> known) {
        List<Map<String, Object>> result = new ArrayList<>();
        for (Object element : list(tree, key)) {
            Map<String, Object> object = object(element);
            requireKeys(object, known);
            result.add(object);
        }
        return result;
    }

    private static Map<String, Object> object(Object given) {
        if (given instanceof Map<?, ?> map) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((name, value) -> {
                if (value == null) {
                    throw new IllegalArgumentException("'" + name + "' has no value");
                }
                object.put(String.valueOf(name), value);
            });
            return object;
        }
        throw new IllegalArgumentException("an object was expected, not " + given);
    }

    private static List<?> list(Map<String, Object> tree, String key) {
        Object given = tree.getOrDefault(key, List.of());
        if (given instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("'" + key + "' must be a list");
    }

    private static List<String> texts(Map<String, Object> tree, String key) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(tree, key)) {
            if (!(element instanceof String text)) {
                throw new IllegalArgumentException("'" + key + "' must be a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    private static String text(Map<String, Object> tree, String key) {
        if (tree.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("'" + key + "' must be a text");
    }
}
