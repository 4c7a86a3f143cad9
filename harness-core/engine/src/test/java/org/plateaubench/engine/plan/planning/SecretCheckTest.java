// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.SecretReferences;

final class SecretCheckTest {

    private static void check(Map<String, String> environment) throws WrongConfiguration {
        RunFile file = TestRuns.read(TestRuns.GOOD, "tiles=2", "workloads.store.parameters.hosts=['${file:/no/such}']");
        RunPlan plan = new Planner(TestShop.catalog()).plan(file);
        SecretCheck.check(file, plan, new SecretReferences(environment::get, Path.of(".")));
    }

    @Test
    void everyMissingSecretIsNamedOnceWhereItIsAskedFor() {
        assertThatThrownBy(() -> check(Map.of()))
                .isInstanceOf(WrongConfiguration.class)
                .hasMessage("run.yaml:11:15: suts.db.password: environment variable PASSWORD is not set\n"
                        + "--set workloads.store.parameters.hosts: there is no file /no/such");
    }

    @Test
    void aSecretThatIsThereIsNoProblem() throws WrongConfiguration {
        RunFile file = TestRuns.read(TestRuns.GOOD);
        RunPlan plan = new Planner(TestShop.catalog()).plan(file);

        assertThatCode(() ->
                        SecretCheck.check(file, plan, new SecretReferences(Map.of("PASSWORD", "x")::get, Path.of("."))))
                .doesNotThrowAnyException();
    }
}
