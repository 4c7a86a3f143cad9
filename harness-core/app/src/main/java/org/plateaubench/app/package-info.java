// SPDX-License-Identifier: Apache-2.0
/** Composition: starts and reads runs. */
@NullMarked
package org.plateaubench.app;

import org.jspecify.annotations.NullMarked;
