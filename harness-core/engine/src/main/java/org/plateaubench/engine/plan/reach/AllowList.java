// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.reach;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.loader.SecretReferences;

/**
 * The values that an administrator has allowed the runs of a console. Immutable.
 *
 * @param values values of parameters that reach into the host
 * @param suts SUTs of the rig, whose values are allowed too
 * @param variables names of environment variables with secrets
 * @param files files with secrets
 */
public record AllowList(
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<Value> values,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<DeclaredSut> suts,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> variables,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> files) {
    /** A list that allows nothing. */
    public static final AllowList EMPTY = new AllowList(List.of(), List.of(), List.of(), List.of());

    public AllowList {
        values = List.copyOf(values);
        suts = List.copyOf(suts);
        variables = List.copyOf(variables);
        files = List.copyOf(files);
    }

    /**
     * An allowed value of a parameter.
     *
     * @param owner SUT service, or workload as {@code plugin/workload}
     * @param parameter its parameter; {@code parameter.setting} for an entry of a mapping
     * @param value the value; for a list, one element
     */
    public record Value(String owner, String parameter, String value) {
        /** Whether the value contains a reference to a secret. */
        public boolean refersToSecret() {
            return SecretReferences.isIn(value);
        }
    }

    /**
     * A SUT of the rig.
     *
     * @param name the administrator's name for it
     * @param service its service
     * @param parameters texts, lists or mappings of texts, by name
     */
    public record DeclaredSut(
            String name,
            String service,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Object> parameters) {
        public DeclaredSut {
            parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        }

        private List<Value> values() {
            List<Value> result = new ArrayList<>();
            parameters.forEach((name, value) -> Element.of(name, value)
                    .forEach(one -> result.add(new Value(service, one.allowedAs(), one.text()))));
            return result;
        }
    }

    /** The values that a parameter may have. */
    Stream<String> allowed(String owner, String parameter) {
        return Stream.concat(values.stream(), suts.stream().flatMap(sut -> sut.values().stream()))
                .filter(one -> one.owner().equals(owner) && one.parameter().equals(parameter))
                .map(Value::value);
    }
}
