// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.run;

import com.sun.faban.driver.FatalException;
import java.io.IOException;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.browser.HttpOutcomes;

/** Converts exceptions of a driver to outcomes. Stateless. */
final class DriverOutcomes {
    private static final String EXCEPTION = "exception";

    private DriverOutcomes() {}

    /**
     * Returns the outcome of an operation that threw an exception. A driver of Faban reports a failed operation by any
     * exception, and its connections stay usable. An unchecked exception of the Java platform, such as a {@code
     * NullPointerException}, does not describe the SUT but is a fault of the driver; it is thrown again, so that the
     * harness reports it.
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

    /**
     * Whether an exception is an unchecked one of the Java platform. A plain {@code RuntimeException} is not, because
     * drivers throw it on purpose.
     */
    private static boolean isOfPlatform(Exception thrown) {
        ClassLoader loader = thrown.getClass().getClassLoader();
        return thrown instanceof RuntimeException
                && !thrown.getClass().equals(RuntimeException.class)
                && (loader == null || loader.equals(ClassLoader.getPlatformClassLoader()));
    }
}
