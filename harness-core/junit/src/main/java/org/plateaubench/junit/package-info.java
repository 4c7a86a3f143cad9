// SPDX-License-Identifier: Apache-2.0
/** Whole runs inside tests of JUnit Jupiter. */
@NullMarked
package org.plateaubench.junit;

import org.jspecify.annotations.NullMarked;
