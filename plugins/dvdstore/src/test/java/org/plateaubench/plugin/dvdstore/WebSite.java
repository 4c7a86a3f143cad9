// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.nio.file.Path;
import java.util.Map;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.plugin.dvdstore.web.StoreService;
import org.plateaubench.plugin.dvdstore.web.StoreServiceParameters;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/** The store application as a SUT service. */
final class WebSite {
    private WebSite() {}

    /** The service in mode embedded, which is not started. */
    static SutService embedded(Path folder, Map<String, ?> keys) {
        return StoreService.TYPE.create(new SutContext<>(
                "shop",
                SutContext.Mode.EMBEDDED,
                ParameterBinder.bind(StoreServiceParameters.class, keys).required(),
                folder));
    }
}
