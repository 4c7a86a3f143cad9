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
 * Gives tests one {@link DovecotServer} of ordinary settings for all of a run, ended and removed with it. Each class uses
 * accounts of its own, may run at the same time as others, and neither kills it nor ends its sessions.
 */
public final class SharedDovecot implements ParameterResolver {
    private static final ExtensionContext.Namespace OURS = ExtensionContext.Namespace.create(SharedDovecot.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == DovecotServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(OURS)
                .computeIfAbsent(Started.class, key -> Started.now(), Started.class)
                .server();
    }

    private record Started(Path folder, DovecotServer server) implements AutoCloseable {
        static Started now() {
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
