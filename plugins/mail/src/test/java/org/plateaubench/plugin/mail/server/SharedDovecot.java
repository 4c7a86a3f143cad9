// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.plateaubench.process.FileTree;

/**
 * Provides one {@link DovecotServer} with default settings to all tests of a run. Test classes that share it run in
 * parallel: each uses accounts of its own, and none kills the server or ends its sessions.
 */
public final class SharedDovecot implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(SharedDovecot.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == DovecotServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(Started.class, key -> Started.start(), Started.class)
                .server();
    }

    private record Started(Path folder, DovecotServer server) implements AutoCloseable {
        static Started start() {
            try {
                Path folder = Files.createTempDirectory("dovecot-shared");
                return new Started(folder, DovecotServer.start(folder));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            FileTree.remove(folder);
        }
    }
}
