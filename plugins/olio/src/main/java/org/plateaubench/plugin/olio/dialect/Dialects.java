// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

/** The dialects by name. Stateless; any thread. */
public final class Dialects {
    private Dialects() {}

    /**
     * Returns the dialect of a name.
     *
     * @param base base path of the application, without a slash at its end; empty for none
     */
    public static Dialect of(Dialect.Name name, String base) {
        return switch (name) {
            case PLATEAU -> new PlateauDialect(base);
            case PHP -> new PhpDialect(base);
        };
    }
}
