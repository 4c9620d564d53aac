class Stupol < Formula
  desc "Draughts engine with a board for the browser"
  homepage "https://@ADDRESS@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "https://@ADDRESS@/releases/download/v@VERSION@/@FILE macos-arm64@"
      sha256 "@SUM macos-arm64@"
    end
    on_intel do
      url "https://@ADDRESS@/releases/download/v@VERSION@/@FILE macos-amd64@"
      sha256 "@SUM macos-amd64@"
    end
  end

  on_linux do
    on_arm do
      url "https://@ADDRESS@/releases/download/v@VERSION@/@FILE linux-arm64@"
      sha256 "@SUM linux-arm64@"
    end
    on_intel do
      url "https://@ADDRESS@/releases/download/v@VERSION@/@FILE linux-amd64@"
      sha256 "@SUM linux-amd64@"
    end
  end

  def install
    bin.install "stupol"
    doc.install "LICENSE", "THIRD-PARTY-LICENSES.txt"
    generate_completions_from_executable(bin/"stupol", "completion")
    Utils.safe_popen_read(bin/"stupol", "manual", "--list").each_line(chomp: true) do |page|
      (man1/"#{page}.1").write Utils.safe_popen_read(bin/"stupol", "manual", *page.split("-").drop(1))
    end
  end

  test do
    assert_match "32-28", shell_output("#{bin}/stupol moves")
    assert_match version.to_s, shell_output("#{bin}/stupol version")
  end
end
