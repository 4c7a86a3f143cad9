// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Reach;

/**
 * The description of one parameter, for lists, documents and forms.
 *
 * @param name name in run files
 * @param type type for people, such as {@code whole number} or {@code list of text}
 * @param unit unit for people, empty for none
 * @param min least number allowed, null for no bound; milliseconds for a duration
 * @param max greatest number allowed, null for no bound; milliseconds for a duration
 * @param defaultValue default as in a run file, null when a value is required
 * @param description one sentence
 * @param allowedValues the allowed words, empty when the type does not list them
 * @param secret whether the value must stay out of plans, logs and results
 * @param reach the part of the host that the value reaches
 */
public record ParameterDescriptor(
        String name,
        String type,
        String unit,
        @Nullable Double min,
        @Nullable Double max,
        @Nullable String defaultValue,
        String description,
        List<String> allowedValues,
        boolean secret,
        Reach reach) {
    public ParameterDescriptor {
        allowedValues = List.copyOf(allowedValues);
    }
}
