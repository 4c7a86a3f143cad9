// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import org.plateaubench.spi.SutServiceType;

/** A kind of SUT with its name, its description and the record of its keys. Stateless and thread-safe. */
abstract class NamedServiceType<P extends Record> implements SutServiceType<P> {
    private final String name;
    private final String description;
    private final Class<P> parametersType;

    NamedServiceType(String name, String description, Class<P> parametersType) {
        this.name = name;
        this.description = description;
        this.parametersType = parametersType;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final Class<P> parametersType() {
        return parametersType;
    }
}
