// SPDX-License-Identifier: Apache-2.0
/** A plugin with at most one flaw, which the tests pack as a partner would. */
@NullMarked
package org.plateaubench.app.check.sample;

import org.jspecify.annotations.NullMarked;
