// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.text.Problems;

/** Equal references are written as the same bytes, since the digest covers the content. */
final class ReferenceFileTest {
    private static final Path SHIPPED = Path.of("../../configs/references/redis-vm.yaml");
    private static final String FIRST_LINE =
            "# The rates of one tile on a known system: scores are normalised to it. Made by ./plateau reference.\n";

    @Test
    void shippedReferenceIsWrittenUnchanged() throws IOException {
        String shipped = Files.readString(SHIPPED);
        assertThat(ReferenceFile.text(read(shipped))).isEqualTo(FIRST_LINE + shipped.substring(shipped.indexOf("{\n")));
    }

    @Test
    void infrastructureWorkloadsAreWrittenWithTheirRates() {
        String text = ReferenceFile.text(new ScoreReference(
                "lab",
                new ScoreReference.Weights(3, 0.5),
                List.of(new ScoreReference.Run("r-1", "0a", "standard", "0b", "noon", List.of("ada"), List.of("x 1"))),
                Map.of("shop", new ScoreReference.TileWorkload("1.2", 1500, "orders/s", Map.of("b", "2", "a", "1"))),
                Map.of(
                        "clone",
                        new ScoreReference.InfrastructureWorkload(
                                "3", Map.of("write", 7.25, "boot", 1e-3), Map.of("a", "1"))),
                ""));
        assertThat(text).startsWith(FIRST_LINE + "{\n  \"schema\" : \"plateau.reference/1\",\n  \"name\" : \"lab\",\n");
        ScoreReference read = read(text);
        assertThat(read.infrastructure().get("clone"))
                .extracting(ScoreReference.InfrastructureWorkload::ratesPerHour)
                .isEqualTo(Map.of("write", 7.25, "boot", 1e-3));
        assertThat(text).endsWith("  \"digest\" : \"" + read.digest() + "\"\n}\n");
    }

    private static ScoreReference read(String text) {
        Problems problems = new Problems();
        return Objects.requireNonNull(ReferenceFile.read("lab.yaml", text, problems), problems.sorted()::toString);
    }
}
