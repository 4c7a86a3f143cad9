// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.sample;

import org.plateaubench.spi.Plugin;

/** Cannot be constructed. */
public final class FailingPlugin implements Plugin {
    public FailingPlugin() {
        throw new IllegalStateException("this plugin always fails");
    }

    @Override
    public String id() {
        return "failing";
    }
}
