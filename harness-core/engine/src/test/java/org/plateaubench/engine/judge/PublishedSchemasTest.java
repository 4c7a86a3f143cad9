// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.engine.document.SchemaFaults;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunEvent;

/** The schemas of results, plans and events are derived from the records, published, and match what is stored. */
class PublishedSchemasTest {
    private static final Path PUBLISHED = Path.of("../../docs/schemas");
    private static final Path GOLDEN = Path.of("src/test/resources/org/plateaubench/engine");

    @Test
    void publishedSchemasMatchTheRecords() {
        assertThat(PUBLISHED.resolve("result.schema.json")).hasContent(Judgement.jsonSchema());
        assertThat(PUBLISHED.resolve("plan.schema.json")).hasContent(RunPlan.jsonSchema());
        assertThat(PUBLISHED.resolve("events.schema.json")).hasContent(RunEvent.jsonSchema());
    }

    @Test
    void eventsMatchTheSchemaOfTheirType() throws IOException {
        List<String> lines = Files.readAllLines(GOLDEN.resolve("judge/events-of-a-run.ndjson"));
        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(SchemaFaults.of(RunEvent.jsonSchema(), line)).isEmpty());
        String phase = lines.stream()
                .filter(line -> line.contains("\"phase\""))
                .findFirst()
                .orElseThrow();
        assertThat(SchemaFaults.of(RunEvent.jsonSchema(), phase.replace("\"prepare\"", "7")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"judge/result.json", "judge/result-with-steps.json", "judge/result-with-periods.json"})
    void resultsMatchTheirSchema(String file) throws IOException {
        assertMatches(Judgement.jsonSchema(), file);
    }

    @Test
    void planMatchesItsSchema() throws IOException {
        assertMatches(RunPlan.jsonSchema(), "plan/plan-of-every-kind.json");
    }

    private static void assertMatches(String schema, String file) throws IOException {
        String document = Files.readString(GOLDEN.resolve(file));
        assertThat(SchemaFaults.of(schema, document)).isEmpty();
        // A golden document has no property that the schema does not define.
        String closed = schema.replace("\"properties\" :", "\"additionalProperties\" : false, \"properties\" :");
        assertThat(SchemaFaults.of(closed, document)).isEmpty();
        assertThat(SchemaFaults.of(closed, document.replaceFirst("\"name\" ?:", "\"unnamed\" :")))
                .isNotEmpty();
    }
}
