// SPDX-License-Identifier: Apache-2.0
/**
 * Pictures and documents in exactly the sizes of the files that Olio's driver uploads, a different file for each id.
 * The driver uploads them and the reference application serves them for loaded data, so that 114 GB need not be stored.
 */
@NullMarked
package org.plateaubench.plugin.olio.data.media;

import org.jspecify.annotations.NullMarked;
