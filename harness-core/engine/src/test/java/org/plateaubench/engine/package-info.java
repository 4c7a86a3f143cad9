// SPDX-License-Identifier: Apache-2.0
/** What tests of the engine share. */
@NullMarked
package org.plateaubench.engine;

import org.jspecify.annotations.NullMarked;
