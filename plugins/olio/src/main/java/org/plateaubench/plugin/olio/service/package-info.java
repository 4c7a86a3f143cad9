// SPDX-License-Identifier: Apache-2.0
/**
 * SUT service {@code olio}: the reference application in a separate process, or an external site; and the harness's
 * requests to the application, with its time series.
 */
@NullMarked
package org.plateaubench.plugin.olio.service;

import org.jspecify.annotations.NullMarked;
