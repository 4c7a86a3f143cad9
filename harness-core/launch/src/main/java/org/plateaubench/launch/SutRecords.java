// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The records of {@code plateau sut start} about the SUTs that it has started. */
public final class SutRecords {
    private static final String FILE = "sut.json";

    private SutRecords() {}

    /**
     * The properties of the addresses of all SUTs, by name of the SUT. They contain passwords of temporary SUTs.
     *
     * @param suts folder of SUTs, as {@code --folder} names it
     */
    public static Map<String, Map<String, String>> properties(Path suts) throws LaunchFailure {
        Map<String, Map<String, String>> all = new TreeMap<>();
        try (Stream<Path> folders = Files.list(suts)) {
            for (Path file : folders.map(folder -> folder.resolve(FILE))
                    .filter(Files::isRegularFile)
                    .toList()) {
                JsonNode sut = RunResult.json(file);
                Map<String, String> properties = new TreeMap<>();
                sut.path("properties")
                        .properties()
                        .forEach(entry ->
                                properties.put(entry.getKey(), entry.getValue().asString("")));
                all.put(sut.path("name").asString(""), properties);
            }
            return all;
        } catch (IOException e) {
            throw new LaunchFailure("The records of SUTs in " + suts + " cannot be read: " + e.getMessage(), e);
        }
    }
}
