// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.sample;

import org.plateaubench.spi.Plugin;

/** Has no id. */
public final class NamelessPlugin implements Plugin {
    @Override
    @SuppressWarnings("NullAway")
    public String id() {
        return null;
    }
}
