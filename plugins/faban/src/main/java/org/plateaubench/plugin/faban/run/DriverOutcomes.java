// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.run;

import com.sun.faban.driver.FatalException;
import java.io.IOException;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.browser.HttpOutcomes;

/** What a driver throws, as an outcome. Stateless. */
final class DriverOutcomes {
    private static final String EXCEPTION = "exception";

    private DriverOutcomes() {}

    /**
     * The outcome of an operation that threw. A driver of Faban fails an operation by throwing anything, and keeps its
     * connections. What the Java platform throws unchecked, such as a {@code NullPointerException}, says nothing of the
     * SUT: it is a fault of the driver, and thrown again for the harness to name.
     */
    static Outcome of(Exception thrown) throws Exception {
        if (thrown instanceof IOException failure) {
            Outcome outcome = HttpOutcomes.of(failure);
            return Outcome.error(outcome.reason(), outcome.message());
        }
        if (thrown instanceof FatalException || isOfPlatform(thrown)) {
            throw thrown;
        }
        return Outcome.error(EXCEPTION, thrown.toString());
    }

    /** A plain {@code RuntimeException} is what drivers throw on purpose. */
    private static boolean isOfPlatform(Exception thrown) {
        ClassLoader loader = thrown.getClass().getClassLoader();
        return thrown instanceof RuntimeException
                && !thrown.getClass().equals(RuntimeException.class)
                && (loader == null || loader.equals(ClassLoader.getPlatformClassLoader()));
    }
}
