// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.nio.file.Path;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.databases.H2Parameters.Storage;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** The services, for tests that apply to each of them; small, with data in files. */
public enum Engine {
    H2("h2", "H2", "jdbc:h2:tcp://") {
        @Override
        Given<?> given(boolean sized, int port, String home, String url, String password) {
            Storage storage = sized ? Storage.FILE : Storage.MEMORY;
            H2Parameters parameters = new H2Parameters(storage, sized ? 128 : 512, port, keys(url, password));
            return new Given<>(new H2ServiceType(), parameters);
        }
    },
    POSTGRESQL("postgresql", "PostgreSQL", "jdbc:postgresql://") {
        @Override
        Given<?> given(boolean sized, int port, String home, String url, String password) {
            PostgresParameters parameters = new PostgresParameters(
                    sized ? 64 : 128, sized ? 50 : 500, port, home, keys(url, password), ClientCertificate.NONE);
            return new Given<>(new PostgresServiceType(), parameters);
        }
    },
    MARIADB("mariadb", "MariaDB", "jdbc:mariadb://") {
        @Override
        Given<?> given(boolean sized, int port, String home, String url, String password) {
            MariaParameters parameters = new MariaParameters(
                    sized ? 64 : 512, sized ? 50 : 500, port, home, keys(url, password), ClientCertificate.NONE);
            return new Given<>(new MariaServiceType(), parameters);
        }
    };

    private final String service;
    private final String title;
    private final String scheme;

    /** A service with parameters. */
    record Given<P extends Record>(SutServiceType<P> type, P parameters) {
        SutService create(Mode mode, Path folder) {
            return type.create(new SutContext<>("db", mode, parameters, folder));
        }

        List<Finding> check(Mode mode) {
            return type.check(mode, parameters);
        }
    }

    Engine(String service, String title, String scheme) {
        this.service = service;
        this.title = title;
        this.scheme = scheme;
    }

    /** Name of the service. */
    public String service() {
        return service;
    }

    /** The name of the product in messages. */
    public String title() {
        return title;
    }

    /** The prefix of its URLs. */
    public String scheme() {
        return scheme;
    }

    /** Returns the service with parameters; the sizes are the defaults unless {@code sized}. */
    abstract Given<?> given(boolean sized, int port, String home, String url, String password);

    private static ExternalKeys keys(String url, String password) {
        return new ExternalKeys(url, password.isEmpty() ? "" : "plateau", password);
    }

    /** A server of the harness, SUT {@code db}, port 0 for a free one, home empty for the published programs. */
    public SutService embedded(Path folder, int port, String home) {
        return given(true, port, home, "", "").create(Mode.EMBEDDED, folder);
    }

    /** A server of the harness from the published programs at a free port. */
    public SutService embedded(Path folder) {
        return embedded(folder, 0, "");
    }

    /** An external server with a user named {@code plateau}. */
    public SutService external(Path folder, String url, String password) {
        return given(false, 0, "", url, password).create(Mode.EXTERNAL, folder);
    }
}
