// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.scenario.ScenarioKeys;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.value.SourceReader;

/** The pages about scenarios have the keys of the code. */
class DocumentationTest {
    private static final Path DOCUMENTS = Path.of("..", "..", "docs");

    @Test
    void thePageOfScenariosHasTheirKeys() throws Exception {
        List<Key> steps = new ArrayList<>();
        for (StepType type : ScenarioKeys.STEP_TYPES) {
            steps.add(type.key());
        }
        assertThat(Files.readString(DOCUMENTS.resolve("scenarios.md")))
                .contains(Key.markdown(ScenarioKeys.SCENARIO))
                .contains(Key.markdown(SourceReader.KEYS))
                .contains(Key.markdown(ScenarioKeys.FLOW))
                .contains(Key.markdown(steps));
    }

    @Test
    void thePageOfThePluginHasItsKeys() throws Exception {
        List<StepType> requests = new WebProtocol(WebTarget.NONE).stepTypes();
        assertThat(Files.readString(DOCUMENTS.resolve("plugins/web.md")))
                .contains(Key.markdown(requests.getFirst().keys()))
                .contains(Key.markdown(StreamSteps.RECEIVE_KEYS))
                .contains(Key.markdown(WebAnswers.RULES))
                .contains(Key.markdown(WebAnswers.OF_REQUESTS.extractionKeys()));
    }
}
