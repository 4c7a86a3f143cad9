// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Reach;

/**
 * The description of one parameter, for lists, documents and forms.
 *
 * @param name name in run files
 * @param type name of the type in messages, such as {@code whole number} or {@code list of text}
 * @param unit name of the unit in messages, empty for none
 * @param min smallest allowed number, null for no bound; in milliseconds for a duration
 * @param max largest allowed number, null for no bound; in milliseconds for a duration
 * @param defaultValue default in the form of a run file, null when a value is required
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
