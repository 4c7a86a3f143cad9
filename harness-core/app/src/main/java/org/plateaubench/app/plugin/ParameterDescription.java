// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.loader.ParameterDescriptor;

/**
 * The description of one parameter, which is also the form that the console sends.
 *
 * @param type type for display, such as {@code whole number} or {@code list of text}
 * @param defaultText default as it would be written in a run file, null when a value is required
 * @param secret whether the value must stay out of plans, logs and results
 */
public record ParameterDescription(
        String name,
        String type,
        @Nullable String unit,
        @Nullable Double minimum,
        @Nullable Double maximum,
        @JsonProperty("default") @Nullable String defaultText,
        String description,
        List<String> choices,
        boolean secret,
        Reach reach) {
    @JsonProperty("required")
    public boolean isRequired() {
        return defaultText == null;
    }

    static List<ParameterDescription> of(Class<? extends Record> type) {
        return ParameterDescriptor.of(type).stream()
                .map(ParameterDescription::of)
                .toList();
    }

    private static ParameterDescription of(ParameterDescriptor descriptor) {
        Parameter parameter = descriptor.parameter();
        return new ParameterDescription(
                descriptor.name(),
                descriptor.type(),
                parameter.unit().isEmpty() ? null : parameter.unit(),
                finite(parameter.min()),
                finite(parameter.max()),
                descriptor.isRequired() ? null : parameter.defaultValue(),
                parameter.description(),
                descriptor.allowedValues(),
                parameter.secret(),
                parameter.reach());
    }

    private static @Nullable Double finite(double bound) {
        return Double.isInfinite(bound) ? null : bound;
    }
}
