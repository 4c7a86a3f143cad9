// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ServiceLoader;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.h2.H2Parameters;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** The plugin works where a host sees to it that it shares nothing but the api with anybody. */
@Timeout(60)
class OwnClassLoaderTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void serverStartsFromAPluginLoaderThatSharesOnlyTheApi() throws Exception {
        URL[] jars = {origin(DatabasesPlugin.class), origin(ChildProcess.class), origin(Driver.class)};
        try (URLClassLoader loader = new URLClassLoader(jars, new ApiOnly())) {
            Plugin plugin = ServiceLoader.load(Plugin.class, loader).iterator().next();
            assertThat(plugin.getClass().getClassLoader()).isSameAs(loader);
            try (SutService service = create(plugin.sutServices().getFirst())) {
                SutAddress address = service.start(Progress.SILENT);
                try (Connection connection = DriverManager.getConnection(
                        address.property("url"), address.property("user"), address.property("password"))) {
                    assertThat(connection.isValid(5)).isTrue();
                }
            }
        }
    }

    private <P extends Record> SutService create(SutServiceType<P> type) throws Exception {
        Class<P> parametersType = type.parametersType();
        assertThat(parametersType.getClassLoader()).isNotSameAs(H2Parameters.class.getClassLoader());
        Class<?> storage = parametersType.getRecordComponents()[0].getType();
        Class<?> external = parametersType.getRecordComponents()[3].getType();
        P parameters = parametersType.cast(parametersType.getConstructors()[0].newInstance(
                storage.getEnumConstants()[0], 128, 0, external.getConstructors()[0].newInstance("", "", "")));
        return type.create(new SutContext<>("db", SutContext.Mode.EMBEDDED, parameters, folder));
    }

    private static URL origin(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static final class ApiOnly extends ClassLoader {
        ApiOnly() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("org.plateaubench.api.") || name.startsWith("org.plateaubench.spi.")) {
                return Plugin.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
