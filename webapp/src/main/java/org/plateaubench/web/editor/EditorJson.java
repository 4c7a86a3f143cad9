// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.editor.Form;
import org.plateaubench.app.editor.PlanSummary;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks and proposals as JSON: the records of the editor by the names of their components, but for the two names that
 * are words of Java. Pure functions.
 */
final class EditorJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .addMixIn(Form.Field.class, FieldNames.class)
            .addMixIn(PlanSummary.class, PlanNames.class)
            .build();

    private EditorJson() {}

    private interface FieldNames {
        @JsonProperty("default")
        @Nullable
        Object defaultValue();
    }

    private interface PlanNames {
        @JsonProperty("class")
        String runClass();
    }

    static JsonNode of(Object value) {
        return MAPPER.valueToTree(value);
    }
}
