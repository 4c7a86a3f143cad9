// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.HttpTransport;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The plugin's page lists every annotation and method. */
final class DocumentationTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Path INTERFACE = Path.of("annotations/src/main/java/com/sun/faban");

    private static String page() throws Exception {
        return Files.readString(ROOT.resolve("docs/plugins/faban.md"));
    }

    @Test
    void everyAnnotationAndMethodIsDocumented() throws Exception {
        String page = page();
        try (Stream<Path> files = Files.walk(INTERFACE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                if (Files.readString(file).contains("@interface " + name + " ") && !name.equals("Row")) {
                    assertThat(page).contains("`@" + name + "`");
                }
            }
        }
        for (Class<?> type : new Class<?>[] {DriverContext.class, HttpTransport.class}) {
            assertThat(Arrays.stream(type.getDeclaredMethods())
                            .filter(method -> Modifier.isPublic(method.getModifiers()))
                            .map(Method::getName)
                            .filter(name -> !name.equals("isFollowRedirects")))
                    .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
        }
    }
}
