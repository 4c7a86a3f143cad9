// SPDX-License-Identifier: Apache-2.0
/** Gives each plugin a class loader, and finds out which plugin printed, threw, left threads or ended the process. */
@NullMarked
package org.plateaubench.loader.isolation;

import org.jspecify.annotations.NullMarked;
