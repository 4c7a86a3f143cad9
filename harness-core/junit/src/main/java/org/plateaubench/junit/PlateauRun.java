// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that carries out a complete run, after {@code @BeforeEach} methods and before the test method:
 *
 * <pre>{@code
 * @PlateauRun(value = "src/test/plateau/run.yaml", set = "workloads.echo.parameters.port=${echo.port}")
 * void itAnswersFast(RunResult result) {
 *     result.requirePass();
 *     assertTrue(result.workload("echo").operation("ping").figure("p95") < 50);
 * }
 * }</pre>
 *
 * A parameter of type {@link org.plateaubench.launch.RunResult} gets the result, with any verdict. Without such a
 * parameter the run must pass. A run that cannot be carried out is an error of the test, with the reasons.
 *
 * <p>The launcher of an installation carries out the run in a separate process, so that rules, isolation of plugins and
 * JVM are those of any other run. A plugin on the class path of the test, such as the one
 * under development, is packed with its libraries for that process. The installation is named by the system property or
 * configuration parameter {@code plateau.installation}, else by the environment variable {@code PLATEAU_HOME}.
 */
@Test
@Documented
@ExtendWith(PlateauRunExtension.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
public @interface PlateauRun {
    /** The run file, relative to the working folder of the tests, which is the project's. */
    String value();

    /** Values that replace those of the run file, each PATH=VALUE; ${NAME} in them is a system property. */
    String[] set() default {};

    /** Whether the run uses the plugin on the class path of the test, if there is one. */
    boolean pluginOfClassPath() default true;

    /** Folder with a folder of run directories for each test. */
    String runs() default "target/plateau-runs";
}
