// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JavaCommandTest {
    private static final String FURTHER = "plateau.sut.javaOptions";

    @Test
    void furtherOptionsOfThisJvmComeAfterThoseOfTheCaller() {
        String before = System.getProperty(FURTHER, "");
        System.setProperty(FURTHER, " -Xlast=1 -Xlast=2 ");
        try {
            assertThat(JavaCommand.of("Main", List.of(Path.of("a.jar")), List.of("-Xfirst"), List.of("argument")))
                    .endsWith("-Xfirst", "-Xlast=1", "-Xlast=2", "-cp", "a.jar", "Main", "argument");
            System.clearProperty(FURTHER);
            assertThat(JavaCommand.of("Main", List.of(Path.of("a.jar")), List.of("-Xfirst"), List.of("argument")))
                    .endsWith("-Xfirst", "-cp", "a.jar", "Main", "argument");
        } finally {
            System.setProperty(FURTHER, before);
        }
    }
}
