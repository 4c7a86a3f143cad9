// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.RunTail;
import org.plateaubench.engine.store.StoredInterval;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The folder of one run, read as another tool would, without Plateau's classes except for the intervals. */
record RunFolder(Path path) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static RunFolder only(Path runs) {
        List<Path> folders = all(runs);
        if (folders.size() != 1) {
            throw new AssertionError("expected one run, found " + folders);
        }
        return new RunFolder(folders.getFirst());
    }

    /** Every run in a folder of runs; none when the folder is missing. */
    static List<Path> all(Path runs) {
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(runs)) {
            return found.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode json(String name) {
        return JSON.readTree(text(name));
    }

    /** The complete lines of a file of JSON lines; none when it is missing. */
    List<JsonNode> lines(String name) {
        return completeLines(name).map(JSON::readTree).toList();
    }

    /** The intervals that are complete, as {@code report --intervals} prints them. */
    List<JsonNode> intervals() {
        List<JsonNode> intervals = new ArrayList<>();
        try {
            new RunTail(org.plateaubench.engine.store.RunFolder.of(path)).read(new RunRecords() {
                @Override
                public void interval(StoredInterval interval) {
                    intervals.add(JSON.readTree(Documents.line(interval)));
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return intervals;
    }

    private Stream<String> completeLines(String name) {
        if (!Files.exists(path.resolve(name))) {
            return Stream.empty();
        }
        String text = text(name);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines();
    }

    /** Whether an event of the type was written, with the text somewhere in its line. */
    boolean hasEvent(String type, String text) {
        // Called many times per second, so only matching lines are parsed.
        return completeLines("events.ndjson")
                .filter(line -> line.contains(type))
                .map(JSON::readTree)
                .anyMatch(event -> event.path("type").asString().equals(type)
                        && event.toString().contains(text));
    }

    /** The line of an operation, unit or series in a workload of {@code result.json}. */
    static JsonNode line(JsonNode workload, String name) {
        return workload.path("operations")
                .valueStream()
                .filter(line -> line.path("name").asString("").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + name + " in " + workload));
    }

    /** The service times of a line of {@code result.json}, by the names that its response times have. */
    static JsonNode serviceTimes(JsonNode line) {
        ObjectNode times = JsonMapper.shared().createObjectNode();
        line.path("figures").propertyStream().forEach(figure -> {
            if (figure.getKey().startsWith("service")) {
                String name = figure.getKey().substring("service".length());
                times.set(name.toLowerCase(Locale.ROOT), figure.getValue());
            }
        });
        return times.set("measured", line.path("figures").path("measured"));
    }

    String text(String name) {
        try {
            return Files.readString(path.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean has(String name) {
        return Files.exists(path.resolve(name));
    }
}
