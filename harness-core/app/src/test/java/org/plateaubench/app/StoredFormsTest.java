// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that this module writes keep their form: other versions and other processes read them. */
final class StoredFormsTest {
    @TempDir
    private Path folder;

    @Test
    void aKeptSutIsWrittenAndReadBack() throws Exception {
        KeptSut sut = new KeptSut(
                "store",
                "h2",
                4711,
                Map.of("port", "9092"),
                List.of("psql \"store\""),
                List.of("/tmp/h2.log"),
                List.of());
        Files.createDirectories(KeptSut.folder(folder, "store"));
        sut.write(folder);
        assertThat(Files.readString(folder.resolve("store/sut.json"))).isEqualTo("""
                {
                  "name" : "store",
                  "service" : "h2",
                  "keeperPid" : 4711,
                  "properties" : {
                    "port" : "9092"
                  },
                  "access" : [ "psql \\"store\\"" ],
                  "logs" : [ "/tmp/h2.log" ],
                  "uses" : [ ]
                }
                """);
        assertThat(KeptSut.find(folder, "store")).contains(sut);
        Files.writeString(folder.resolve("store/sut.json"), "{\"name\":\"store\",\"keeperPid\":1,\"later\":{}}");
        assertThat(KeptSut.find(folder, "store")).hasValueSatisfying(early -> {
            assertThat(early.keeperPid()).isEqualTo(1);
            assertThat(early.uses()).isEmpty();
        });
        for (String broken : List.of("", "[]", "{}", "{\"name\":\"store\"}", "{\"keeperPid\":")) {
            Files.writeString(folder.resolve("store/sut.json"), broken);
            assertThat(KeptSut.find(folder, "store")).as(broken).isEmpty();
        }
    }

    /** Names of the fields of an object, or of the first one of a list. */
    private static List<String> names(@Nullable Object tree) {
        return tree instanceof Map<?, ?> object
                ? object.keySet().stream().map(String::valueOf).toList()
                : names(((List<?>) requireNonNull(tree)).getFirst());
    }
}
