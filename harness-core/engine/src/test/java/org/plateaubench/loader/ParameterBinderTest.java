// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.loader.ParameterBinder.Binding;

final class ParameterBinderTest {
    enum Stock {
        HOLD,
        NEVER_REFILL
    }

    record All(
            @Parameter(description = "How many.", defaultValue = "100", unit = "rows", min = 1, max = 1000)
            int count,

            @Parameter(description = "A large number.", defaultValue = "5000000000")
            long large,

            @Parameter(description = "A share.", defaultValue = "0.5", min = 0, max = 1)
            double share,

            @Parameter(description = "Whether.", defaultValue = "true")
            boolean enabled,

            @Parameter(description = "A greeting.", defaultValue = "")
            String greeting,

            @Parameter(description = "Stock.", defaultValue = "hold")
            Stock stock,

            @Parameter(description = "A pause.", defaultValue = "10ms", max = 60_000)
            Duration pause,

            @Parameter(description = "Hosts.", defaultValue = "[a, b]")
            List<String> hosts,

            @Parameter(description = "Weights.", defaultValue = "{x: 1}", min = 0)
            Map<String, Double> weights) {
        All {
            if (greeting.equals("rude")) {
                throw new IllegalArgumentException("greeting must be kind");
            }
        }
    }

    record Account(
            @Parameter(description = "Who.", defaultValue = Parameter.REQUIRED)
            String user,

            @Parameter(description = "Password.", defaultValue = "", secret = true)
            String password) {}

    record Shared(
            @Parameter(description = "How many.", defaultValue = "2")
            int count,

            Account account,

            @Parameter(description = "Whether.", defaultValue = "false")
            boolean enabled) {}

    @Test
    void nestedRecordKeysAreFlattened() {
        Shared shared = ParameterBinder.bind(Shared.class, Map.of("user", "ann", "enabled", true))
                .required();
        assertThat(shared).isEqualTo(new Shared(2, new Account("ann", ""), true));
        assertThat(ParameterBinder.plain(shared))
                .isEqualTo(Map.of("count", 2L, "user", "ann", "password", "", "enabled", true));
        assertThat(ParameterDescriptor.of(Shared.class))
                .extracting(ParameterDescriptor::name)
                .containsExactly("count", "user", "password", "enabled");
        assertThat(ParameterBinder.bind(Shared.class, Map.of()).problems())
                .singleElement()
                .asString()
                .isEqualTo("needs the parameter 'user' (text)");
        assertThat(ParameterBinder.plainTextSecrets(Shared.class, Map.of("password", "open")))
                .extracting(ParameterProblem::path)
                .containsExactly("password");
    }

    record Twice(
            Account account,

            @Parameter(description = "Who.", defaultValue = "")
            String user) {}

    record Deep(Shared shared) {}

    record Annotated(
            @Parameter(description = "Who.", defaultValue = "")
            Account account) {}

    @Test
    void duplicateKeysAndDeepNestingAreRefused() {
        assertThatThrownBy(() -> ParameterDescriptor.of(Twice.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("Twice has two keys user");
        assertThatThrownBy(() -> ParameterDescriptor.of(Deep.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Shared.account has no @Parameter");
        assertThatThrownBy(() -> ParameterDescriptor.of(Annotated.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Annotated.account is a record of keys, and must have no @Parameter of its own");
    }

    @Test
    void omittedParametersHaveDefaults() {
        assertThat(ParameterBinder.bind(All.class, Map.of()).required())
                .isEqualTo(new All(
                        100,
                        5_000_000_000L,
                        0.5,
                        true,
                        "",
                        Stock.HOLD,
                        Duration.ofMillis(10),
                        List.of("a", "b"),
                        Map.of("x", 1.0)));
    }

    @Test
    void textAndTypedScalarsBindAlike() {
        All typed = ParameterBinder.bind(All.class, Map.of("count", 7L, "share", 1, "enabled", false, "greeting", 12))
                .required();
        All text = ParameterBinder.bind(
                        All.class, Map.of("count", "7", "share", "1", "enabled", "false", "greeting", "12"))
                .required();

        assertThat(typed).isEqualTo(text);
        assertThat(typed.count()).isEqualTo(7);
        assertThat(typed.greeting()).isEqualTo("12");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            count    | many            | count: must be a whole number, found 'many'
            count    | 1.5             | count: must be a whole number, found '1.5'
            count    | 0               | count: must be from 1 to 1000, found 0
            count    | 3000000000      | count: must be a whole number from -2147483648 to 2147483647, found 3000000000
            count    | ${env:COUNT}    | count: must be a whole number; a reference such as ${env:NAME} is allowed in text only
            share    | NaN             | share: must be a number, found 'NaN'
            share    | 1.01            | share: must be from 0 to 1, found 1.01
            enabled  | yes             | enabled: must be true or false, found 'yes'
            stock    | HOLD            | stock: must be one of hold, never-refill, found 'HOLD', did you mean 'hold'?
            stock    | sometimes       | stock: must be one of hold, never-refill, found 'sometimes'
            pause    | 5 parsecs       | pause: must be a duration (a number and one of ns, us, ms, s, m, h, such as 500ms, 30s, 5m or 1h), found '5 parsecs'
            pause    | 2m              | pause: must be at most 60000ms, found 2m
            hosts    | a               | hosts: must be a list of text, found 'a'
            weights  | 1               | weights: must be a mapping of number, found '1'
            greeting | rude            | : greeting must be kind
            counts   | 1               | counts: unknown parameter, did you mean 'count'?
            zebra    | 1               | zebra: unknown parameter, known are count, large, share, enabled, greeting, stock, pause, hosts, weights
            """)
    void wrongValueReportsFoundAndAllowedValues(String name, String value, String expected) {
        Binding<All> binding = ParameterBinder.bind(All.class, Map.of(name, value));

        assertThat(binding.value()).isNull();
        assertThat(binding.problems())
                .extracting(problem -> problem.path() + ": " + problem.message())
                .containsExactly(expected);
    }

    @Test
    void allProblemsAreReportedAtOnceWithPaths() {
        Binding<All> binding = ParameterBinder.bind(
                All.class,
                Map.of("hosts", List.of("a", List.of()), "weights", Map.of("x", "-1", "y", "1"), "shares", 1));

        assertThat(binding.problems())
                .containsExactly(
                        new ParameterProblem("shares", true, "unknown parameter, did you mean 'share'?"),
                        new ParameterProblem("hosts[1]", false, "must be text, found a list"),
                        new ParameterProblem("weights.x", false, "must be at least 0, found -1"));
    }

    @Test
    void secretMustBeAReference() {
        Map<String, Object> reference = Map.of("user", "u", "password", "${env:PASSWORD}");

        assertThat(ParameterBinder.plainTextSecrets(Account.class, reference)).isEmpty();
        assertThat(ParameterBinder.bind(Account.class, reference).required().password())
                .isEqualTo("${env:PASSWORD}");
        assertThat(ParameterBinder.plainTextSecrets(Account.class, Map.of("user", "u", "password", "hunter2")))
                .containsExactly(new ParameterProblem(
                        "password",
                        false,
                        "is a secret and would be stored with the run: write ${env:NAME} or ${file:path}"));
    }

    @Test
    void plainValuesBindBackToTheSameRecord() {
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            List<String> hosts =
                    new ArrayList<>(Arrays.asList("a", "b c", "${tile}").subList(0, random.nextInt(4)));
            All all = new All(
                    1 + random.nextInt(1000),
                    random.nextLong() % 1_000_000_000_000_000L,
                    random.nextDouble(),
                    random.nextBoolean(),
                    "g" + random.nextInt(),
                    Stock.values()[random.nextInt(2)],
                    Duration.ofNanos(random.nextLong(60_000_000_000L)),
                    hosts,
                    Map.of("x", random.nextDouble() * 1e6));

            assertThat(ParameterBinder.bind(All.class, ParameterBinder.plain(all))
                            .required())
                    .isEqualTo(all);
        }
    }

    record Reaching(
            @Parameter(description = "Program.", defaultValue = "", reach = Reach.PROGRAM)
            String server,

            @Parameter(description = "Anything.", defaultValue = "")
            String label) {}

    @Test
    void parameterReachIsInDescriptorAndSchema() {
        assertThat(ParameterDescriptor.of(Reaching.class))
                .extracting(ParameterDescriptor::reach)
                .containsExactly(Reach.PROGRAM, Reach.FREE);
        assertThat(ParameterBinder.schemaProperties(Reaching.class).toString())
                .contains("x-plateau-reach=program")
                .doesNotContain("x-plateau-reach=free");
    }

    record NoAnnotation(int count) {}

    record OddType(
            @Parameter(description = "?", defaultValue = "x")
            Thread thread) {}

    record BadDefault(
            @Parameter(description = "?", defaultValue = "0", min = 1)
            int count) {}

    @Test
    void invalidRecordNamesTheComponent() {
        assertThatThrownBy(() -> ParameterDescriptor.of(NoAnnotation.class))
                .hasMessage("NoAnnotation.count has no @Parameter");
        assertThatThrownBy(() -> ParameterDescriptor.of(OddType.class))
                .hasMessage("OddType.thread: a parameter cannot be of type java.lang.Thread");
        assertThatThrownBy(() -> ParameterDescriptor.of(BadDefault.class))
                .hasMessage("BadDefault.count: default must be at least 1, found 0");
    }
}
